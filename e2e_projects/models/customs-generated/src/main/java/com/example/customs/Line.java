package com.example.customs;

public interface Line {

    String send(byte[] message);
}
