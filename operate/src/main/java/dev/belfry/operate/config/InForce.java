package dev.belfry.operate.config;

import dev.belfry.core.timer.DurationText;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A setting as it holds, with secrets hidden.
 *
 * @param value as an operator would write it
 * @param source where it was given
 */
public record InForce(String key, String value, String source) {
    static List<InForce> of(Configuration configuration) {
        var settings = new ArrayList<InForce>();
        collect(configuration, List.of(), configuration.origins(), settings);
        return settings;
    }

    private static void collect(
            Record record, List<String> at, Origins origins, List<InForce> settings) {
        for (var component : record.getClass().getRecordComponents()) {
            add(read(component, record), Key.append(at, component.getName()), origins, settings);
        }
    }

    private static Object read(RecordComponent component, Record record) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can not read " + component, e);
        }
    }

    private static void add(
            Object value, List<String> path, Origins origins, List<InForce> settings) {
        switch (value) {
            case Origins _ -> {}
            case Optional<?> maybe -> maybe.ifPresent(it -> add(it, path, origins, settings));
            case Map<?, ?> named ->
                    named.forEach(
                            (name, it) ->
                                    add(it, Key.append(path, name.toString()), origins, settings));
            case Record section when isSection(section) ->
                    collect(section, path, origins, settings);
            default -> {
                var key = Key.dotted(path);
                settings.add(new InForce(key, text(value), origins.of(key)));
            }
        }
    }

    private static boolean isSection(Record value) {
        return Arrays.stream(value.getClass().getRecordComponents())
                .anyMatch(component -> component.getAnnotation(Setting.class) != null);
    }

    private static String text(Object value) {
        return switch (value) {
            case Duration duration -> DurationText.format(duration);
            case ShardCount count -> Integer.toString(count.value());
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            default -> value.toString();
        };
    }
}
