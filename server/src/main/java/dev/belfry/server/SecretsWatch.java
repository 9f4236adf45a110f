package dev.belfry.server;

import dev.belfry.core.InvalidValueException;
import dev.belfry.operate.config.CallbackConfig;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.SigningKeys;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.secret.SecretsFile;
import dev.belfry.operate.secret.WatchedFile;
import java.util.Optional;
import java.util.function.Supplier;

/** The secrets of callbacks as they are at the moment. Thread-safe. */
final class SecretsWatch implements Supplier<CallbackSecrets> {
    private final CallbackSecrets otherwise;
    private final Optional<WatchedFile<CallbackSecrets>> file;

    private SecretsWatch(CallbackSecrets otherwise, Optional<WatchedFile<CallbackSecrets>> file) {
        this.otherwise = otherwise;
        this.file = file;
    }

    static SecretsWatch of(CallbackConfig config) {
        var keys =
                config.signingKeys()
                        .map(it -> SigningKeys.parse(it.value()))
                        .orElse(SigningKeys.NONE);
        var reader = new SecretsFile(keys);
        try {
            return new SecretsWatch(
                    CallbackSecrets.of(keys),
                    config.secrets()
                            .map(path -> WatchedFile.open(SecretsFile.KEY, path, reader::parse)));
        } catch (InvalidValueException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public CallbackSecrets get() {
        return file.map(WatchedFile::value).orElse(otherwise);
    }

    /** Why the secrets are not those of the file. */
    Optional<String> failure() {
        return file.flatMap(WatchedFile::failure)
                .map(why -> "the file of callback.secrets can not be used: " + why);
    }

    /** Looks whether the file has changed; blocks. */
    void look() {
        file.ifPresent(WatchedFile::look);
    }
}
