package dev.belfry.operate.egress;

import static dev.belfry.core.Checks.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a list lets through: {@code a, b, !c} is a and b, but not c, in whatever order. A list of
 * exceptions alone takes them from what would hold without it.
 *
 * @param <E> an entry; its text is how an operator writes it
 */
public record Selection<E>(List<E> taken, List<E> excepted) {
    private static final String NOT = "!";

    public Selection {
        taken = List.copyOf(taken);
        excepted = List.copyOf(excepted);
    }

    static <E> Selection<E> parse(String text, String key, BiFunction<String, String, E> entry) {
        var taken = new ArrayList<E>();
        var excepted = new ArrayList<E>();
        for (var each : Arrays.stream(text.split(",", -1)).map(String::strip).toList()) {
            require(!each.isEmpty(), key, "has an empty entry: '%s'", text);
            if (each.startsWith(NOT)) {
                excepted.add(entry.apply(each.substring(NOT.length()).strip(), key));
            } else {
                taken.add(entry.apply(each, key));
            }
        }
        return new Selection<>(taken, excepted);
    }

    /** This list in place of a more general one, whose exceptions hold all the same. */
    Selection<E> over(Selection<E> general) {
        return new Selection<>(
                taken.isEmpty() ? general.taken : taken,
                Stream.concat(excepted.stream(), general.excepted.stream()).toList());
    }

    boolean takes(Predicate<E> fits) {
        return taken.stream().anyMatch(fits) && excepted.stream().noneMatch(fits);
    }

    @Override
    public String toString() {
        return Stream.concat(
                        taken.stream().map(Object::toString), excepted.stream().map(it -> NOT + it))
                .collect(Collectors.joining(", "));
    }
}
