package dev.belfry.node.fire;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The timer that tells somebody of another one which has failed for good: one like all others, due
 * at once, but of its own failure nobody is told. Pure.
 *
 * <p>It is written by the commit that gives up, so it must lie in the same shard. Where a timer
 * lies follows from the CRC of its id: the notice's id is made to have the same.
 */
final class FailureNotice {
    private FailureNotice() {}

    static Optional<Create> of(KeptTimer failed, Group group, Stamp stamp) {
        return failed.timer()
                .spec()
                .target()
                .onFailed()
                .urlIn(group.onFailed())
                .map(url -> create(failed, url, group, stamp));
    }

    private static Create create(KeptTimer failed, String url, Group group, Stamp stamp) {
        var key = new TimerKey(group.id(), idBeside(failed.timer()));
        var body = FailureJson.of(failed);
        var spec =
                new TimerSpec(
                        stamp.now(),
                        target(url, failed.timer()),
                        Payload.of(body),
                        RetryPolicy.DEFAULT,
                        failed.timer().spec().correlationId(),
                        Digest.of(List.of(bytes(url), bytes(body))));
        return new Create(key, TimerUuid.of(key), spec, stamp);
    }

    private static CallbackTarget target(String url, Timer failed) {
        return new CallbackTarget(
                url,
                CallbackTarget.DEFAULT_TIMEOUT,
                CallbackHeaders.NONE,
                CallbackMethod.POST,
                CallbackBody.PAYLOAD,
                CredentialName.NONE,
                FailureUrl.NONE,
                failed.spec().target().traceId());
    }

    /** Of this failure alone: a timer that is redriven and fails again has another generation. */
    private static String idBeside(Timer failed) {
        var name = "on-failed.%s.%s.".formatted(failed.uuid(), failed.generation());
        return name + CrcEnding.of(name, failed.key().id());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
