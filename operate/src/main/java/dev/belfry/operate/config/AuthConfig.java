package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** How callers say who they are; with none of it whoever reaches the server may do everything. */
public record AuthConfig(
        @Setting(
                        fallback = "",
                        says =
                                "File of API keys, made and changed by 'belfry key'; it is read"
                                        + " again when it changes. With it, or with auth.issuer,"
                                        + " every call needs a key or a token, from this machine"
                                        + " too.")
                Optional<Path> keys,
        @Setting(
                        fallback = "",
                        says =
                                "Issuer (iss) of the tokens (JWT) that are taken beside keys; needs"
                                        + " auth.audience and auth.jwks.")
                Optional<String> issuer,
        @Setting(
                        fallback = "",
                        says =
                                "What tokens must name as their audience (aud), so that one made"
                                        + " for another service is of no use here.")
                Optional<String> audience,
        @Setting(
                        fallback = "",
                        says =
                                "Public keys of the issuer (JWKS): an https URL, or the path of a"
                                        + " file; read again when a token names a key that is not in"
                                        + " it.")
                Optional<String> jwks,
        @Setting(
                        fallback = "belfry_role",
                        says =
                                "Claim of a token that holds the role: read, write, operate or"
                                        + " admin, also as belfry:write among others in a list or in"
                                        + " words; dots lead into objects.")
                String roleClaim,
        @Setting(
                        fallback = "belfry_groups",
                        says =
                                "Claim of a token that holds the groups: names, or beginnings of"
                                        + " names with * behind; * alone is all.")
                String groupsClaim) {
    public AuthConfig {
        require(
                issuer.isPresent() || (audience.isEmpty() && jwks.isEmpty()),
                "auth.issuer",
                "is missing, but auth.audience or auth.jwks is set");
        if (issuer.isPresent()) {
            require(audience.isPresent(), "auth.audience", "is missing, but auth.issuer is set");
            require(jwks.isPresent(), "auth.jwks", "is missing, but auth.issuer is set");
        }
        jwks.ifPresent(AuthConfig::requireSafe);
        require(!roleClaim.isBlank(), "auth.roleClaim", "is blank");
        require(!groupsClaim.isBlank(), "auth.groupsClaim", "is blank");
    }

    /** Whoever can change the keys of the issuer on their way can be anybody. */
    private static void requireSafe(String jwks) {
        require(
                !jwks.startsWith("http://") || Loopback.isWritten(host(jwks)),
                "auth.jwks",
                "must be https, unless it is on this machine");
    }

    private static String host(String url) {
        try {
            return String.valueOf(URI.create(url).getHost());
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /** Whether callers must say who they are. */
    public boolean isOn() {
        return keys.isPresent() || issuer.isPresent();
    }
}
