package com.example.customs;

import com.example.customs.message.Declaration;
import com.example.customs.message.DeclarationWriter;

/** Sends declarations to the authority. */
public class Gateway {

    private final Line line;

    public Gateway(Line line) {
        this.line = line;
    }

    public String declare(Parcel parcel) {
        Declaration declaration = new Declaration();
        declaration.setTariffNumber(parcel.getTariffNumber());
        declaration.setValue(parcel.getValue());
        return line.send(new DeclarationWriter().write(declaration));
    }
}
