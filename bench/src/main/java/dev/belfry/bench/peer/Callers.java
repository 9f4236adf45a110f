package dev.belfry.bench.peer;

import java.util.HashMap;
import java.util.Map;

/** The ways of calling the receiver, each made once: its connections stay. Confined to a thread. */
final class Callers {
    private final String receiver;
    private final Map<String, Caller> made = new HashMap<>();

    Callers(String receiver) {
        this.receiver = receiver;
    }

    Caller called(String name) {
        return made.computeIfAbsent(name, this::make);
    }

    private Caller make(String name) {
        return switch (name) {
            case "jdk" -> JdkCaller.to(receiver);
            case "lean" -> LeanCaller.to(receiver);
            case "none" -> _ -> {};
            default -> throw new IllegalArgumentException("no client " + name);
        };
    }
}
