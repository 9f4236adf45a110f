package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import java.util.List;

/** What a reader of one timer's history meets, in order. */
sealed interface Step {
    Moment moment();

    /** The events it stands for that had happened before an event of this index. */
    List<Event> events(int before);

    record Invoke(Op op) implements Step {
        @Override
        public Moment moment() {
            return new Moment(op.index(), op.invoked().at());
        }

        @Override
        public List<Event> events(int before) {
            return List.of(op.invoked());
        }
    }

    record Return(Op op) implements Step {
        @Override
        public Moment moment() {
            return new Moment(op.answeredIndex(), op.answered().orElseThrow().at());
        }

        @Override
        public List<Event> events(int before) {
            return List.of(op.answered().orElseThrow());
        }
    }

    record Start(ObservedAttempt attempt) implements Step {
        @Override
        public Moment moment() {
            return new Moment(attempt.index(), attempt.at());
        }

        @Override
        public List<Event> events(int before) {
            return attempt.answeredIndex() < before
                    ? List.of(attempt.started(), attempt.answered().orElseThrow())
                    : List.of(attempt.started());
        }
    }
}
