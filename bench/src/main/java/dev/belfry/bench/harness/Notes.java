package dev.belfry.bench.harness;

import dev.belfry.bench.harness.Figures.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** What is written down while work is done, for the report and for whoever waits for it. */
public record Notes(Figures figures, Instant start) {
    /** Characters of a reason. */
    private static final int LONGEST_REASON = 300;

    /** A part of the work, which may fail without the others. */
    public interface Step {
        void run() throws Exception;
    }

    public static Notes begin() {
        return new Notes(new Figures(), Instant.now());
    }

    public void add(String work, String measure, String contender, double value) {
        var figure = new Figure(work, measure);
        figures.add(figure, contender, value);
        say("%s, %s: %s", contender, figure.name(), RoundValues.number(value));
    }

    /** A line of progress. */
    public void say(String format, Object... values) {
        System.out.printf(
                Locale.ROOT, "[%4d s] %s%n", elapsed().toSeconds(), format.formatted(values));
    }

    /** Says before the work how long it should take. */
    public void plan(Duration time) {
        say("This should take %d:%02d minutes", time.toMinutes(), time.toSecondsPart());
    }

    Duration elapsed() {
        return Duration.between(start, Instant.now());
    }

    /**
     * Does a step. A failure is written down in place of its figures.
     *
     * @return whether it went well
     */
    public boolean attempt(String work, String contender, Step step) throws InterruptedException {
        var began = Instant.now();
        try {
            step.run();
            say(
                    "%s, %s took %.1f s",
                    contender, work, Duration.between(began, Instant.now()).toMillis() / 1e3);
            return true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            fail(work, contender, e);
            return false;
        }
    }

    void fail(String work, String contender, Exception failure) {
        var reason = reason(failure);
        figures.fail(work, contender, reason);
        say("%s, %s FAILED: %s", contender, work, reason);
    }

    private static String reason(Exception failure) {
        var text = String.valueOf(failure).replaceAll("\\s+", " ");
        return text.substring(0, Math.min(LONGEST_REASON, text.length()));
    }
}
