package dev.belfry.http.auth;

/** Tokens of an issuer that is trusted. Thread-safe. */
public interface Tokens {
    /** Who presents a token; what is not known yet is looked at elsewhere. */
    Recognition recognise(String token);
}
