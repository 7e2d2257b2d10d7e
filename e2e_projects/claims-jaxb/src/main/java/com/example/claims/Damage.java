package com.example.claims;

import java.math.BigDecimal;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlValue;

@XmlAccessorType(XmlAccessType.FIELD)
public class Damage {

    @XmlAttribute
    private String part;

    @XmlValue
    private BigDecimal amount;

    public Damage() {
    }

    public Damage(String part, String amount) {
        this.part = part;
        this.amount = new BigDecimal(amount);
    }

    public String getPart() {
        return part;
    }

    public BigDecimal getAmount() {
        return amount;
    }
}
