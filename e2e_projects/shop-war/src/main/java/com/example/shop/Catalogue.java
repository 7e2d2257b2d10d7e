package com.example.shop;

import java.util.HashMap;
import java.util.Map;

/** The goods on sale with their prices in cents. */
public class Catalogue {

    private final Map<String, Integer> prices = new HashMap<>();

    public Catalogue put(String sku, int cents) {
        prices.put(sku, cents);
        return this;
    }

    public int price(String sku) {
        Integer price = prices.get(sku);
        if (price == null) {
            throw new IllegalArgumentException("not on sale: " + sku);
        }
        return price;
    }
}
