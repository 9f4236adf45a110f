package dev.belfry.operate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    @TempDir private Path folder;

    private KeyFile file() {
        return new KeyFile(folder.resolve("keys.yaml"), CLOCK);
    }

    private static ApiKey key(String text, String name, Optional<Instant> expires) {
        var caller = new Caller(name, Role.WRITE, GroupScope.parse("billing*, default"));
        return ApiKey.of(text, caller, NOW, expires);
    }

    private static String text() {
        return ApiKey.newText(new SecureRandom());
    }

    private void add(ApiKey key) throws IOException {
        file().change(
                        keys -> {
                            var more = new ArrayList<>(keys);
                            more.add(key);
                            return more;
                        });
    }

    @Test
    void keysComeBackAsTheyWereWrittenAndTheirTextIsNotThere() throws IOException {
        var text = text();
        var keys =
                List.of(
                        key(text, "a", Optional.of(NOW.plusSeconds(60))),
                        key(text(), "007 ü: \"x\" # y", Optional.empty()));
        for (var key : keys) {
            add(key);
        }
        assertThat(file().read()).isEqualTo(keys);
        assertThat(Files.readString(file().path())).doesNotContain(text);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())))
                .isEqualTo("rw-------");
        assertThat(text).matches("bf_[0-9A-Za-z]{40}");
    }

    @Test
    void aKeyIsKnownByItsTextUntilItEnds() {
        var text = text();
        var now = new AtomicReference<>(NOW);
        var keys = List.of(key(text, "a", Optional.of(NOW.plusSeconds(1))));
        var ring = new Keyring(keys, now::get);
        assertThat(ring.find(text)).isPresent();
        assertThat(ring.find(text + " ")).isEmpty();
        assertThat(ring.find("")).isEmpty();
        now.set(NOW.plusSeconds(1));
        assertThat(ring.find(text)).isEmpty();
    }

    /** Whoever had such a key would be taken for a node, or for one without a key. */
    @ParameterizedTest
    @ValueSource(strings = {"node", "anyone", "nobody"})
    void namesOfCallersWithoutAKeyAreRefused(String name) throws IOException {
        assertThatThrownBy(() -> key(text(), name, Optional.empty()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("name is '%s', which stands for callers without a key", name);
        var digest = "0".repeat(64);
        Files.writeString(
                file().path(),
                "keys: [{name: %s, role: admin, groups: ['*'], sha256: '%s'}]"
                        .formatted(name, digest));
        assertThatThrownBy(() -> file().read()).hasMessageContaining("keys[0].name");
    }

    @Test
    void twoKeysOfANameAreValidAtATime() throws IOException {
        add(key(text(), "a", Optional.of(NOW)));
        add(key(text(), "a", Optional.empty()));
        add(key(text(), "a", Optional.empty()));
        assertThatThrownBy(() -> add(key(text(), "a", Optional.empty())))
                .hasMessageContaining("revoke one");
        assertThat(file().read()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys: 7",
                "keys: [{name: a}]",
                "keys: [{name: a, role: boss, groups: ['*'], sha256: x}]",
                "keys: [{name: a, role: read, groups: ['*'], sha256: x}]",
                "keys: [{name: a, role: read, groups: ['A*'], sha256: x}]",
                "keys: [{name: a, rolle: read}]",
                "keys: [",
                "kays: []",
                "- a"
            })
    void whatCanNotBeUnderstoodIsRefused(String text) throws IOException {
        Files.writeString(file().path(), text);
        assertThatThrownBy(() -> file().read()).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void patternsCoverNamesAndBeginnings() {
        var scope = GroupScope.parse("a,b*");
        assertThat(List.of("a", "b", "bc", "b.c")).allMatch(scope::covers);
        assertThat(List.of("ab", "", "c", "a*", "B")).noneMatch(scope::covers);
        assertThat(scope.isAll()).isFalse();
        assertThat(GroupScope.parse("a,*").isAll()).isTrue();
        assertThat(GroupScope.NONE.covers("a")).isFalse();
    }
}
