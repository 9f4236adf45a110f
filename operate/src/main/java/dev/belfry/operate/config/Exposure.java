package dev.belfry.operate.config;

import java.util.Optional;

/** How a server that other machines reach can be without guard. */
enum Exposure {
    NO_AUTHENTICATION(
            "there is no authentication, so that whoever reaches it can do everything",
            "give it keys (auth.keys, made by 'belfry key create') or an issuer of tokens"
                    + " (auth.issuer), and a certificate (http.tls.certificate and http.tls.key)"),
    PLAIN_HTTP(
            "keys and tokens come over plain HTTP, where others can read them",
            "give it a certificate (http.tls.certificate and http.tls.key)");

    private final String text;
    private final String remedy;

    Exposure(String text, String remedy) {
        this.text = text;
        this.remedy = remedy;
    }

    /** None if only this machine reaches it, or callers are asked who they are over TLS. */
    static Optional<Exposure> of(Configuration configuration) {
        if (configuration.http().isLoopback()) {
            return Optional.empty();
        }
        if (!configuration.auth().isOn()) {
            return Optional.of(NO_AUTHENTICATION);
        }
        return configuration.http().tls().isOn() ? Optional.empty() : Optional.of(PLAIN_HTTP);
    }

    /** What is wrong, to follow a "but". */
    String text() {
        return text;
    }

    /** What to do about it. */
    String remedy() {
        return remedy;
    }
}
