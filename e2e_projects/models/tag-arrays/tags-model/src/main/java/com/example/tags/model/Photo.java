package com.example.tags.model;

public class Photo {

    private final String file;
    private final Tags<String> tags;

    public Photo(String file, String... tags) {
        this.file = file;
        this.tags = new Tags<String>(tags);
    }

    public String getFile() {
        return file;
    }

    public Tags<String> getTags() {
        return tags;
    }
}
