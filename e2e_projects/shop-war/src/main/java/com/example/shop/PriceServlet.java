package com.example.shop;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

public class PriceServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private transient ApplicationContext context;

    @Override
    public void init() {
        context = new AnnotationConfigApplicationContext(ShopConfig.class);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int cents = context.getBean(Cashier.class).total(request.getParameter("sku"), 1);
        response.getWriter().println(cents / 100.0);
    }
}
