package dev.belfry.server;

import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.GroupScope;
import dev.belfry.operate.access.KeyFile;
import dev.belfry.operate.access.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Predicate;

/** A file of API keys, filled by a test. */
public final class TestKeys {
    private final KeyFile file;

    public TestKeys(Path path) {
        this.file = new KeyFile(path, InstantSource.system());
    }

    public Path path() {
        return file.path();
    }

    /** Makes a key and gives the value of Authorization that it is presented by. */
    public String add(String name, Role role, String groups) {
        return add(name, role, groups, Optional.empty());
    }

    public String add(String name, Role role, String groups, Optional<Instant> expires) {
        var text = ApiKey.newText(new SecureRandom());
        var caller = new Caller(name, role, GroupScope.parse(groups));
        change(ApiKey.of(text, caller, Instant.EPOCH, expires));
        return "Bearer " + text;
    }

    private void change(ApiKey key) {
        try {
            file.change(
                    keys -> {
                        var more = new ArrayList<>(keys);
                        more.add(key);
                        return more;
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes all keys of a name away. */
    public void remove(String name) {
        keepIf(it -> !it.caller().name().equals(name));
    }

    /** Takes the one key away that is presented so. */
    public void revoke(String said) {
        var text = said.substring("Bearer ".length());
        var caller = new Caller("whoever", Role.READ, GroupScope.NONE);
        var key = ApiKey.of(text, caller, Instant.EPOCH, Optional.empty());
        keepIf(it -> !it.id().equals(key.id()));
    }

    private void keepIf(Predicate<ApiKey> wanted) {
        try {
            file.change(keys -> keys.stream().filter(wanted).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
