package com.example.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.lang.StringUtils;

/** Das Verzeichnis, alphabetisch. */
public class Index {

    private final List<Document> documents = new ArrayList<>();

    public void add(Document document) {
        if (StringUtils.isBlank(document.getTitle())) {
            throw new IllegalArgumentException("kein Titel für " + document.getShelf());
        }
        documents.add(document);
        Collections.sort(documents);
    }

    public List<String> titles() {
        List<String> titles = new ArrayList<>();
        for (Document document : documents) {
            titles.add(document.getTitle());
        }
        return titles;
    }

    /** Sucht ohne Rücksicht auf Groß- und Kleinschreibung. */
    public String shelfOf(String part) {
        for (Document document : documents) {
            if (Umlauts.sortKey(document.getTitle()).contains(Umlauts.sortKey(part))) {
                return document.getShelf();
            }
        }
        return null;
    }
}
