package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A batch whose items create, put, patch and delete, each as a call of its own would. */
record BatchOperations(TimersApi timers, Owners owners) implements BatchApi.Kind {
    @Override
    public String path() {
        return "/api/v1/timers/batch";
    }

    @Override
    public Set<String> parameters() {
        return Set.of();
    }

    @Override
    public Role role() {
        return Role.WRITE;
    }

    @Override
    public TimerChange read(JsonParser parser, Call call) throws IOException {
        return timers.change(BatchChange.read(parser, call.body()), call);
    }

    @Override
    public CompletableFuture<Outcome> make(TimerChange change, Call call) {
        return owners.submit(change, call);
    }

    @Override
    public Result result(TimerKey key, Outcome outcome) {
        return Result.of(key, outcome);
    }
}
