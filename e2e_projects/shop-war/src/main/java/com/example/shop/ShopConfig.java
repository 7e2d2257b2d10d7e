package com.example.shop;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

@Configuration
@ComponentScan("com.example.shop")
public class ShopConfig {

    @Bean
    public Catalogue catalogue() {
        return new Catalogue().put("TEA", 450).put("POT", 2995);
    }

    @Bean
    public Discount discount() {
        return new Discount(10, 15);
    }

    @Bean
    public StockList stockList() {
        return new StockList(catalogue());
    }
}
