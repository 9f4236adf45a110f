package dev.belfry.server.config;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.GroupId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Makes the records out of what the sources say. Confined to the thread that loads. */
final class Loader {
    private final Sources sources;

    Loader(Sources sources) {
        this.sources = sources;
    }

    Configuration load() {
        return checked(bind(Configuration.class, List.of()));
    }

    /** What only fits together or not, and what values of other modules say about themselves. */
    private static Configuration checked(Configuration configuration) {
        try {
            configuration.engine().toSettings(Runtime.getRuntime().availableProcessors());
            configuration.groups().forEach((id, group) -> group.toGroup(id));
            configuration.groups().values().forEach(group -> group.retry().toPolicy());
            return configuration;
        } catch (InvalidValueException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    private <T extends Record> T bind(Class<T> type, List<String> at) {
        var components = type.getRecordComponents();
        var types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var values = Arrays.stream(components).map(component -> value(component, at)).toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw refused(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can not make a " + type, e);
        }
    }

    private static RuntimeException refused(InvocationTargetException e) {
        return e.getCause() instanceof InvalidValueException invalid
                ? new ConfigurationException(String.valueOf(invalid.getMessage()), invalid)
                : new IllegalStateException(e);
    }

    private Object value(RecordComponent component, List<String> at) {
        var path = Key.append(at, component.getName());
        var setting = component.getAnnotation(Setting.class);
        if (setting != null) {
            return setting(component, path, setting.fallback());
        }
        return component.getType().equals(SequencedMap.class)
                ? groups()
                : bind(component.getType().asSubclass(Record.class), path);
    }

    private Object setting(RecordComponent component, List<String> path, String fallback) {
        var type = ValueType.valueClass(component);
        var given = sources.value(path);
        if (ValueType.isOptional(component)) {
            return given.map(value -> parse(type, value, path));
        }
        return parse(type, given.orElse(new Sources.Given(fallback, "default")), path);
    }

    private static Object parse(Class<?> type, Sources.Given given, List<String> path) {
        try {
            return ValueType.parse(type, given.text(), Key.dotted(path));
        } catch (InvalidValueException e) {
            throw new ConfigurationException(
                    "%s (from %s)".formatted(e.getMessage(), given.origin()), e);
        }
    }

    private SequencedMap<GroupId, GroupConfig> groups() {
        var groups = new LinkedHashMap<GroupId, GroupConfig>();
        for (var name : declared()) {
            groups.put(groupId(name), bind(GroupConfig.class, List.of(Key.GROUPS, name)));
        }
        return groups;
    }

    /** A server that was told of no group has the one that requests name by default. */
    private SequencedSet<String> declared() {
        return sources.groups().isEmpty()
                ? new LinkedHashSet<>(List.of(GroupId.DEFAULT.value()))
                : sources.groups();
    }

    private static GroupId groupId(String name) {
        try {
            return new GroupId(name);
        } catch (InvalidValueException e) {
            throw new ConfigurationException(
                    "groups.%s: a group's name %s".formatted(name, e.getMessage()), e);
        }
    }
}
