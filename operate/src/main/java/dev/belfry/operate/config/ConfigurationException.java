package dev.belfry.operate.config;

/** A configuration that can not be used; the message names the key and what it should look like. */
public final class ConfigurationException extends RuntimeException {
    public ConfigurationException(String message) {
        super(message);
    }

    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
