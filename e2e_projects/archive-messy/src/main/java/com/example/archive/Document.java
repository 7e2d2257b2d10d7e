package com.example.archive;

/** Ein Schriftstück mit Titel und Signatur. */
public class Document implements Comparable<Document> {

    private final String title;
    private final String shelf;

    public Document(String title, String shelf) {
        this.title = title;
        this.shelf = shelf;
    }

    public String getTitle() {
        return title;
    }

    public String getShelf() {
        return shelf;
    }

    public int compareTo(Document other) {
        return Umlauts.sortKey(title).compareTo(Umlauts.sortKey(other.title));
    }
}
