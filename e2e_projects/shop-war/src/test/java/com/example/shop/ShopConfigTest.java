package com.example.shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.fail;

import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

public class ShopConfigTest {

    private AnnotationConfigApplicationContext context;

    @Before
    public void start() {
        context = new AnnotationConfigApplicationContext(ShopConfig.class);
    }

    @After
    public void stop() {
        context.close();
    }

    @Test
    public void wiresTheCashier() {
        Cashier cashier = context.getBean(Cashier.class);
        assertEquals(900, cashier.total("TEA", 2));
        assertEquals(10 * 382, cashier.total("TEA", 10));
    }

    @Test
    public void hasOneCatalogueOnly() {
        assertSame(context.getBean(Cashier.class).getCatalogue(),
                context.getBean(StockList.class).getCatalogue());
    }

    @Test
    public void doesNotSellWhatItDoesNotHave() {
        try {
            context.getBean(Cashier.class).total("ELEPHANT", 1);
            fail("sold");
        } catch (IllegalArgumentException e) {
            assertEquals("not on sale: ELEPHANT", e.getMessage());
        }
    }
}
