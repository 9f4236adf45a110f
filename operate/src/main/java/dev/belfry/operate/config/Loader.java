package dev.belfry.operate.config;

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

    Configuration load(Machine machine) {
        var configuration = bind(Configuration.class, List.of());
        try {
            CrossChecks.check(configuration, machine);
        } catch (InvalidValueException e) {
            throw refused(e);
        }
        return configuration;
    }

    private <T extends Record> T bind(Class<T> type, List<String> at) {
        var components = type.getRecordComponents();
        var types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var values = Arrays.stream(components).map(component -> value(component, at)).toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof InvalidValueException invalid
                    ? refused(invalid)
                    : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can not make a " + type, e);
        }
    }

    private ConfigurationException refused(InvalidValueException e) {
        return new ConfigurationException(e.getMessage() + sources.originOf(e.field()), e);
    }

    private Object value(RecordComponent component, List<String> at) {
        var path = Key.append(at, component.getName());
        var setting = component.getAnnotation(Setting.class);
        if (setting != null) {
            return setting(component, path, setting.fallback());
        }
        if (component.getType().equals(Origins.class)) {
            return sources.origins();
        }
        return component.getType().equals(SequencedMap.class)
                ? groups()
                : bind(component.getType().asSubclass(Record.class), path);
    }

    private Object setting(RecordComponent component, List<String> path, String fallback) {
        var type = ValueType.valueClass(component);
        if (ValueType.isMap(component)) {
            return named(type, path);
        }
        var given = sources.value(path);
        if (ValueType.isOptional(component)) {
            return given.map(value -> parse(type, value, path));
        }
        return parse(type, given.orElse(new Sources.Given(fallback, "default")), path);
    }

    private SequencedMap<String, Object> named(Class<?> type, List<String> head) {
        var values = new LinkedHashMap<String, Object>();
        for (var name : sources.names(head)) {
            var path = Key.append(head, name);
            sources.value(path).ifPresent(given -> values.put(name, parse(type, given, path)));
        }
        return values;
    }

    private Object parse(Class<?> type, Sources.Given given, List<String> path) {
        try {
            var value = ValueType.parse(type, given.text(), Key.dotted(path));
            return value instanceof Secret secret
                    ? new Secret(secret.value(), given.file())
                    : value;
        } catch (InvalidValueException e) {
            throw refused(e);
        }
    }

    private SequencedMap<GroupId, GroupConfig> groups() {
        var groups = new LinkedHashMap<GroupId, GroupConfig>();
        for (var name : declared()) {
            groups.put(groupId(name), bind(GroupConfig.class, List.of(Key.GROUPS, name)));
        }
        return groups;
    }

    /** The group that requests name by default is always there, declared or not. */
    private SequencedSet<String> declared() {
        var names = new LinkedHashSet<>(sources.names(List.of(Key.GROUPS)));
        names.add(GroupId.DEFAULT.value());
        return names;
    }

    private static GroupId groupId(String name) {
        try {
            return new GroupId(name);
        } catch (InvalidValueException e) {
            throw new ConfigurationException(
                    "'%s' (from groups.%s) can not be the name of a group: %s"
                            .formatted(name, name, e.getMessage()),
                    e);
        }
    }
}
