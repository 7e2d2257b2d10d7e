package com.example.shop;

/** What the warehouse prints; it must see the very catalogue the cashier sells from. */
public class StockList {

    private final Catalogue catalogue;

    public StockList(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    public Catalogue getCatalogue() {
        return catalogue;
    }
}
