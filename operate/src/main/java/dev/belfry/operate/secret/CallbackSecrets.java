package dev.belfry.operate.secret;

import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.config.SigningKeys;
import java.util.Map;
import java.util.Optional;

/**
 * What signs callbacks and what they carry, at a time. Immutable.
 *
 * @param otherwise sign the callbacks of groups without keys of their own
 */
public record CallbackSecrets(
        SigningKeys otherwise,
        Map<GroupId, SigningKeys> signingKeys,
        Map<CredentialName, Credential> credentials) {
    public static final CallbackSecrets NONE = of(SigningKeys.NONE);

    public CallbackSecrets {
        signingKeys = Map.copyOf(signingKeys);
        credentials = Map.copyOf(credentials);
    }

    /** The same keys for all groups, and no credentials. */
    public static CallbackSecrets of(SigningKeys keys) {
        return new CallbackSecrets(keys, Map.of(), Map.of());
    }

    public SigningKeys keysOf(GroupId group) {
        return signingKeys.getOrDefault(group, otherwise);
    }

    /** Whether callbacks of the group may carry a credential of this name to some host. */
    public boolean isKnown(CredentialName name, GroupId group) {
        return Optional.ofNullable(credentials.get(name)).filter(it -> it.isFor(group)).isPresent();
    }

    /** The credential of this name, if callbacks of the group may carry it there. */
    public Optional<Credential> credential(CredentialName name, GroupId group, Origin origin) {
        return Optional.ofNullable(credentials.get(name)).filter(it -> it.isFor(group, origin));
    }
}
