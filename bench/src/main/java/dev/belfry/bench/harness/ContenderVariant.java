package dev.belfry.bench.harness;

/** A contender with one way of making callbacks: a row of the tables. */
public record ContenderVariant(Contender contender, Client client) {
    /** How callbacks are made. */
    public enum Client {
        /** By what the contender has itself. */
        OWN(""),
        /** By the HTTP client of the JDK. */
        JDK(", JDK client"),
        /** By the Vert.x client, which Belfry uses. */
        LEAN(", lean client"),
        /** Not at all. */
        NONE(", no callback");

        private final String title;

        Client(String title) {
            this.title = title;
        }
    }

    /** How many timers it fires in a second, roughly. */
    public int fires() {
        return client == Client.NONE ? contender.pace().runs() : contender.pace().fires();
    }

    public String title() {
        return contender.name() + client.title;
    }
}
