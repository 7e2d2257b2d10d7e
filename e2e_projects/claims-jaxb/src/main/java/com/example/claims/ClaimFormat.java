package com.example.claims;

import java.io.StringReader;
import java.io.StringWriter;
import javax.annotation.PostConstruct;
import javax.annotation.PreDestroy;
import javax.xml.bind.JAXBContext;
import javax.xml.bind.JAXBException;
import javax.xml.bind.Marshaller;

/** Reads and writes claims as XML; the context is built once because it is slow. */
public class ClaimFormat {

    private JAXBContext context;

    @PostConstruct
    public void open() throws JAXBException {
        context = JAXBContext.newInstance(Claim.class);
    }

    @PreDestroy
    public void close() {
        context = null;
    }

    public boolean isOpen() {
        return context != null;
    }

    public String write(Claim claim) throws JAXBException {
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, Boolean.TRUE);
        StringWriter out = new StringWriter();
        marshaller.marshal(claim, out);
        return out.toString();
    }

    public Claim read(String xml) throws JAXBException {
        return (Claim) context.createUnmarshaller().unmarshal(new StringReader(xml));
    }
}
