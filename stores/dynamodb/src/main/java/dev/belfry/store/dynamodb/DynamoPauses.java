package dev.belfry.store.dynamodb;

import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.List;

/**
 * The groups whose firing is stopped. A resumed group keeps its item, so that the late copy of a
 * pause meets another state. Thread-safe.
 */
final class DynamoPauses implements GroupPauses {
    private final DynamoTable table;
    private final Replacement replacement;

    DynamoPauses(DynamoTable table) {
        this.table = table;
        this.replacement = new Replacement(table);
    }

    @Override
    public void pause(Pause pause) {
        replacement.write(
                key(pause.group()),
                item ->
                        item.instant(Attributes.SINCE, pause.since())
                                .text(Attributes.REASON, pause.reason()));
    }

    @Override
    public void resume(GroupId group) {
        if (isInForce(table.get(key(group)))) {
            replacement.write(key(group), _ -> {});
        }
    }

    @Override
    public List<Pause> inForce() {
        return table.list(ItemKey.PAUSES).stream()
                .filter(DynamoPauses::isInForce)
                .map(DynamoPauses::pause)
                .toList();
    }

    private static boolean isInForce(Item item) {
        return item.has(Attributes.SINCE);
    }

    private static Pause pause(Item item) {
        return new Pause(
                new GroupId(ItemKey.of(item.attributes()).name()),
                item.instant(Attributes.SINCE),
                item.optionalText(Attributes.REASON));
    }

    private static ItemKey key(GroupId group) {
        return ItemKey.of(ItemKey.PAUSES, group.value());
    }
}
