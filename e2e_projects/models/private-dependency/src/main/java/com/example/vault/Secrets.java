package com.example.vault;

import com.example.security.client.VaultClient;
import com.example.security.client.VaultException;

/** Passwords of the services, from the vault. */
public class Secrets {

    private final VaultClient client;

    public Secrets(VaultClient client) {
        this.client = client;
    }

    public String password(String service) {
        try {
            return client.read("services/" + Paths.escape(service)).asText();
        } catch (VaultException e) {
            throw new IllegalStateException("no password for " + service, e);
        }
    }
}
