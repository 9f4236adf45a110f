package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a request says about retries; the group says the rest. */
record RetryFields(
        Field<Integer> maxAttempts,
        Field<Duration> maxDuration,
        Field<Duration> initialInterval,
        Field<Double> backoffMultiplier,
        Field<Duration> maxInterval,
        Field<AnswerRules.Success> success,
        Field<List<Integer>> permanentStatuses) {
    /** Of a timer: only its statuses can be null, which clients made from the OpenAPI file send. */
    static RetryFields ofTimer(JsonValue value) throws IOException {
        var reader = new Reader(false);
        reader.read(value);
        return reader.fields();
    }

    /** A timer's policy: null is the group's, as if nothing were said. */
    RetryPolicy over(RetryPolicy ofGroup) {
        return over(ofGroup, ofGroup, new FaultList());
    }

    /**
     * A policy with these parts.
     *
     * @param former parts that hold where nothing is said
     * @param usual parts that hold where null is said
     * @param faults what is wrong with some of them
     */
    RetryPolicy over(RetryPolicy former, RetryPolicy usual, FaultList faults) {
        return new RetryPolicy(
                faults.sound("retryPolicy.maxAttempts", maxAttempts)
                        .over(former.maxAttempts(), usual.maxAttempts()),
                faults.sound("retryPolicy.maxDuration", maxDuration)
                        .over(former.maxDuration(), usual.maxDuration()),
                faults.sound("retryPolicy.initialInterval", initialInterval)
                        .over(former.initialInterval(), usual.initialInterval()),
                faults.sound("retryPolicy.backoffMultiplier", backoffMultiplier)
                        .over(former.backoffMultiplier(), usual.backoffMultiplier()),
                faults.sound("retryPolicy.maxInterval", maxInterval)
                        .over(former.maxInterval(), usual.maxInterval()),
                answers(former.answers(), usual.answers(), faults));
    }

    private AnswerRules answers(AnswerRules former, AnswerRules usual, FaultList faults) {
        return AnswerRules.of(
                success.over(former.success(), usual.success()),
                faults.sound("retryPolicy.permanentStatuses", permanentStatuses)
                        .over(
                                List.copyOf(former.permanentStatuses()),
                                List.copyOf(usual.permanentStatuses())));
    }

    /** What came with later versions is named, so that older requests keep their digest. */
    String asText() {
        return String.join(
                ";",
                maxAttempts.given().map(Object::toString).orElse(""),
                maxDuration.given().map(DurationText::format).orElse(""),
                initialInterval.given().map(DurationText::format).orElse(""),
                backoffMultiplier.given().map(Object::toString).orElse(""),
                maxInterval.given().map(DurationText::format).orElse("")
                        + success.given().map(rule -> ";success=" + rule).orElse("")
                        + permanentStatuses
                                .given()
                                .map(given -> ";permanent=" + new TreeSet<>(given))
                                .orElse(""));
    }

    /** Reads a retry policy. Confined to the request. */
    static final class Reader {
        private static final Set<String> KNOWN =
                Set.of(
                        "maxAttempts",
                        "maxRetries",
                        "maxDuration",
                        "initialInterval",
                        "backoffMultiplier",
                        "maxInterval",
                        "success",
                        "permanentStatuses");

        private final boolean takesNull;
        private Field<Integer> maxAttempts = Field.absent();
        private Field<Duration> maxDuration = Field.absent();
        private Field<Duration> initialInterval = Field.absent();
        private Field<Double> backoffMultiplier = Field.absent();
        private Field<Duration> maxInterval = Field.absent();
        private Field<AnswerRules.Success> success = Field.absent();
        private Field<List<Integer>> permanentStatuses = Field.absent();

        /**
         * @param takesNull whether its parts can be null, as those of a group
         */
        Reader(boolean takesNull) {
            this.takesNull = takesNull;
        }

        /** What can be read stays, also when the rest is refused. */
        void read(JsonValue value) throws IOException {
            value.objectOrNull(KNOWN, this::take);
        }

        private void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case "maxAttempts" -> takeAttempts(name, field(value, JsonValue::integer));
                case "maxRetries" -> takeAttempts(name, field(value, it -> it.integer() + 1));
                case "maxDuration" -> maxDuration = field(value, JsonValue::duration);
                case "initialInterval" -> initialInterval = field(value, JsonValue::duration);
                case "backoffMultiplier" -> backoffMultiplier = field(value, JsonValue::decimal);
                case "maxInterval" -> maxInterval = field(value, JsonValue::duration);
                case "success" -> success = field(value, it -> AnswerRules.Success.of(it.string()));
                case "permanentStatuses" ->
                        permanentStatuses =
                                TimerReader.field(value, it -> it.list(JsonValue::integer));
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }

        private <T> Field<T> field(JsonValue value, TimerReader.Kind<T> kind) throws IOException {
            return takesNull ? TimerReader.field(value, kind) : new Field.Given<>(kind.read(value));
        }

        /** Retries are the attempts without the first; null beside a number says nothing more. */
        private void takeAttempts(String name, Field<Integer> attempts) {
            if (maxAttempts.given().isEmpty()) {
                maxAttempts = attempts;
            } else {
                require(
                        attempts.given().isEmpty(),
                        "retryPolicy." + name,
                        "is given as maxAttempts and as maxRetries: one of them is enough");
            }
        }

        RetryFields fields() {
            return new RetryFields(
                    maxAttempts,
                    maxDuration,
                    initialInterval,
                    backoffMultiplier,
                    maxInterval,
                    success,
                    permanentStatuses);
        }
    }
}
