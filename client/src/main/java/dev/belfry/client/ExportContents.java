package dev.belfry.client;

/**
 * What an export has of each timer.
 *
 * @param secrets the values of its callback headers
 * @param payload its payload
 */
public record ExportContents(boolean secrets, boolean payload) {
    /** All there is: what an import needs. */
    public static ExportContents whole() {
        return new ExportContents(true, true);
    }

    /** No header values: timers with headers can not be imported. */
    public static ExportContents withoutSecrets() {
        return new ExportContents(false, true);
    }

    String query() {
        return "secrets=%s&payload=%s".formatted(secrets, payload);
    }
}
