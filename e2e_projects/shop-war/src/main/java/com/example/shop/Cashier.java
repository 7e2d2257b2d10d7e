package com.example.shop;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

@Component
public class Cashier {

    private final Catalogue catalogue;
    private final Discount discount;

    @Autowired
    public Cashier(Catalogue catalogue, Discount discount) {
        this.catalogue = catalogue;
        this.discount = discount;
    }

    public int total(String sku, int pieces) {
        return pieces * discount.apply(catalogue.price(sku), pieces);
    }

    Catalogue getCatalogue() {
        return catalogue;
    }
}
