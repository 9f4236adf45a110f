package dev.belfry.http.api;

import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.secret.CallbackSecrets;
import java.util.function.Supplier;

/**
 * Refuses targets that a request alone shows to be out of reach; where a name leads, and what
 * became of a credential, is looked at before each attempt. Thread-safe.
 */
final class TargetChecks {
    private static final String ON_FAILED = "onFailed";

    private final Egress egress;
    private final Supplier<CallbackSecrets> secrets;

    TargetChecks(Egress egress, Supplier<CallbackSecrets> secrets) {
        this.egress = egress;
        this.secrets = secrets;
    }

    void require(GroupId group, CallbackTarget target) {
        requireReachable(group, target.url(), "callbackUrl");
        target.onFailed().url().ifPresent(url -> requireReachable(group, url, ON_FAILED));
        requireBound(group, target.credential(), target.url());
    }

    /** Of a group, for all its timers that name nobody. */
    void requireFailureUrl(GroupId group, String url) {
        requireReachable(group, url, ON_FAILED);
    }

    /** A credential that is given alone may be for the URL that the timer has. */
    void require(GroupId group, TimerPatch patch) {
        patch.url().ifPresent(url -> requireReachable(group, url, "callbackUrl"));
        patch.onFailed()
                .flatMap(FailureUrl::url)
                .ifPresent(url -> requireReachable(group, url, ON_FAILED));
        patch.credential()
                .ifPresent(
                        name ->
                                patch.url()
                                        .ifPresentOrElse(
                                                url -> requireBound(group, name, url),
                                                () -> requireKnown(group, name)));
    }

    private void requireReachable(GroupId group, String url, String field) {
        if (!egress.allows(group, Origin.of(url))) {
            throw Problem.of(
                            Code.CALLBACK_REFUSED,
                            field + " leads where callbacks of this group may not go")
                    .field(field)
                    .raised();
        }
    }

    private void requireBound(GroupId group, CredentialName name, String url) {
        if (!name.isNone() && secrets.get().credential(name, group, Origin.of(url)).isEmpty()) {
            throw refused("no credential of this name is for this host in this group");
        }
    }

    private void requireKnown(GroupId group, CredentialName name) {
        if (!name.isNone() && !secrets.get().isKnown(name, group)) {
            throw refused("no credential of this name is for this group");
        }
    }

    private static ProblemException refused(String why) {
        return Problem.of(Code.CREDENTIAL_REFUSED, why).field("credential").raised();
    }
}
