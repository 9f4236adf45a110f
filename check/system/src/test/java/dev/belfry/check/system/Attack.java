package dev.belfry.check.system;

/**
 * One attack on a server: it fails if it worked.
 *
 * @param risk of the OWASP API Security Top 10 of 2023, such as {@code API7}
 * @param name as docs/security.md has it
 * @param form in which it is tried, where there are many; else empty
 */
record Attack(String risk, String name, String form, Act act) {
    /** What is done, and what must not come of it. */
    @FunctionalInterface
    interface Act {
        void against(AttackedServer server) throws Exception;
    }

    static Attack of(String risk, String name, Act act) {
        return new Attack(risk, name, "", act);
    }

    String title() {
        return form.isEmpty() ? "%s: %s".formatted(risk, name) : "%s: %s".formatted(risk, form);
    }
}
