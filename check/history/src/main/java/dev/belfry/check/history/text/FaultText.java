package dev.belfry.check.history.text;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Faults as fields of a line. */
final class FaultText {
    private static final String SHARD_SEPARATOR = "#";

    private FaultText() {}

    static void write(InjectedFault fault, Line line) {
        line.instant(fault.from())
                .instant(fault.until())
                .text(fault.kind().name())
                .text(joined(fault.nodes()))
                .text(joined(fault.shards()));
    }

    private static <T extends Comparable<T>> String joined(Set<T> values) {
        return values.stream()
                .sorted()
                .map(Object::toString)
                .collect(Collectors.joining(Line.LIST_SEPARATOR));
    }

    static InjectedFault read(LineFields fields) {
        var from = fields.instant();
        var until = fields.instant();
        return new InjectedFault(
                fields.oneOf(FaultKind.class),
                from,
                until,
                split(fields.text(), NodeId::new),
                split(fields.text(), FaultText::shard));
    }

    private static <T> Set<T> split(String text, Function<String, T> read) {
        return Stream.of(text.split(Line.LIST_SEPARATOR))
                .filter(part -> !part.isEmpty())
                .map(read)
                .collect(Collectors.toSet());
    }

    private static ShardId shard(String text) {
        var parts = text.split(SHARD_SEPARATOR, 2);
        return new ShardId(new GroupId(parts[0]), Integer.parseInt(parts[1]));
    }
}
