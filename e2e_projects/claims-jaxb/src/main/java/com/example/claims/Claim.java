package com.example.claims;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlRootElement;

/** A claim as insurers exchange it. */
@XmlRootElement(name = "claim")
@XmlAccessorType(XmlAccessType.FIELD)
public class Claim {

    @XmlAttribute(required = true)
    private String number;

    @XmlElement
    private String policy;

    @XmlElementWrapper(name = "damages")
    @XmlElement(name = "damage")
    private List<Damage> damages = new ArrayList<>();

    public Claim() {
    }

    public Claim(String number, String policy) {
        this.number = number;
        this.policy = policy;
    }

    public String getNumber() {
        return number;
    }

    public String getPolicy() {
        return policy;
    }

    public List<Damage> getDamages() {
        return damages;
    }

    public BigDecimal total() {
        return damages.stream().map(Damage::getAmount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
