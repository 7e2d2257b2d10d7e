package com.example.clinic.service;

import com.example.clinic.model.Invoice;
import com.example.clinic.model.Patient;

/** Bills what was done; private insurers pay 2.3 times the basic fee. */
public class Billing {

    public Invoice bill(Patient patient, int... fees) {
        Invoice.InvoiceBuilder invoice = Invoice.builder().patientName(patient.getName());
        for (int fee : fees) {
            invoice.position(patient.isPrivatelyInsured() ? fee * 23 / 10 : fee);
        }
        return invoice.build();
    }
}
