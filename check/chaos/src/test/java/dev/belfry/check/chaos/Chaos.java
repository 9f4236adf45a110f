package dev.belfry.check.chaos;

import java.nio.file.Files;

/** {@code make chaos}: real servers in trouble for minutes, and a report. */
final class Chaos {
    private Chaos() {}

    public static void main(String... arguments) throws Exception {
        ChaosOptions options;
        try {
            options = ChaosOptions.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        // Whoever ends it early leaves no servers behind.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () ->
                                        ProcessHandle.current()
                                                .descendants()
                                                .forEach(ProcessHandle::destroyForcibly)));
        var report = new ChaosRun(options).run(Files.createTempDirectory("belfry-chaos"));
        report.write();
        System.out.println(report);
        System.out.println("report: " + options.report().resolve("report.html"));
        System.out.println(report.isClean() ? "no promise was broken" : "PROMISES WERE BROKEN");
        System.exit(report.isClean() ? 0 : 1);
    }
}
