package dev.belfry.check.history.check;

import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.ObservedAnswer;
import java.util.Optional;
import java.util.function.Consumer;

/** The steps from one understanding of a history to the next. Immutable. */
final class PossibleMoves {
    private final Case timer;
    private final Settlements settlements;
    private final Sighting sighting;

    PossibleMoves(Case timer, Faults faults, CheckBounds bounds) {
        this.timer = timer;
        this.settlements = new Settlements(timer, faults, bounds);
        this.sighting = new Sighting(timer, bounds);
    }

    /** Lets an operation take effect, in each way that agrees with its answer. */
    void operate(Config config, Slot slot, Consumer<Config> out) {
        var op = slot.op();
        for (var effect : Effects.of(op, config.state())) {
            op.answer()
                    .map(answer -> agreed(config, op, answer, effect))
                    .orElseGet(() -> silent(config, effect))
                    .ifPresent(next -> out.accept(next.done(slot.number())));
        }
    }

    private Optional<Config> agreed(Config config, Op op, ObservedAnswer answer, Effect effect) {
        if (effect.status() != answer.status()) {
            return Optional.empty();
        }
        var end = effect.ended().flatMap(how -> end(config, op, answer, how));
        if (answer.seen().isEmpty()) {
            return Optional.of(config.after(effect.after(), end));
        }
        var seen = answer.seen().get();
        return Effects.isRaised(config.state(), effect, seen.revision())
                ? sighting.of(effect.after(), seen, op.knownBy()).map(s -> config.after(s, end))
                : Optional.empty();
    }

    private static Optional<End> end(Config config, Op op, ObservedAnswer answer, End.How how) {
        boolean announced = how != End.How.DELETED || answer.inFlight() != InFlight.NONE;
        return config.state().version().map(last -> new End(last, how, op.knownBy(), announced));
    }

    /** An operation nobody was told about matters only if it changes something. */
    private static Optional<Config> silent(Config config, Effect effect) {
        return effect.after().equals(config.state())
                ? Optional.empty()
                : Optional.of(config.state(effect.after()));
    }

    /** Lets the service do what it does by itself: settle, and remove what is kept no longer. */
    void proceed(Config config, Moment now, Consumer<Config> out) {
        switch (config.state()) {
            case State.Absent() -> {}
            case State.Pending pending -> settle(config, pending, now, out);
            case State.Kept kept ->
                    settlements.expired(kept, now).map(config::state).ifPresent(out);
        }
    }

    private void settle(Config config, State.Pending pending, Moment now, Consumer<Config> out) {
        timer.attempts(pending.schedule().webhookId(), now.index())
                .filter(attempt -> attempt.number() == pending.attempts() + 1)
                .flatMap(attempt -> settlements.of(pending, attempt, now).stream())
                .forEach(next -> out.accept(settled(config, pending, next)));
        settlements
                .unseen(pending, now)
                .forEach(next -> out.accept(settled(config, pending, next)));
    }

    private static Config settled(Config config, State.Pending pending, State next) {
        boolean goesOn =
                next instanceof State.Pending after && after.schedule().equals(pending.schedule());
        return goesOn ? config.state(next) : config.after(next, Optional.of(End.settled(pending)));
    }
}
