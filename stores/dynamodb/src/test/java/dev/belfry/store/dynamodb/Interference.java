package dev.belfry.store.dynamodb;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Sees every request to a real server, and loses requests or answers as it is told. Thread-safe.
 */
final class Interference implements ExecutionInterceptor {
    private final List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    private volatile Loss loss = new Loss(Where.NOWHERE, SdkRequest.class, 0, () -> {});

    private enum Where {
        NOWHERE,
        BEFORE_THE_SERVER,
        BEHIND_THE_SERVER
    }

    /**
     * @param meanwhile happens before the loss is noticed
     */
    private record Loss(
            Where where, Class<? extends SdkRequest> kind, int times, Runnable meanwhile) {
        boolean concerns(Where here, SdkRequest request) {
            return where == here && times > 0 && kind.isInstance(request);
        }

        Loss less() {
            return new Loss(where, kind, times - 1, meanwhile);
        }
    }

    /** The next requests of a kind do not arrive. */
    void loseRequests(Class<? extends SdkRequest> kind, int times) {
        loseRequests(kind, times, () -> {});
    }

    void loseRequests(Class<? extends SdkRequest> kind, int times, Runnable meanwhile) {
        loss = new Loss(Where.BEFORE_THE_SERVER, kind, times, meanwhile);
    }

    /** The next requests of a kind arrive, and their answers are lost. */
    void loseAnswers(Class<? extends SdkRequest> kind, int times) {
        loseAnswers(kind, times, () -> {});
    }

    void loseAnswers(Class<? extends SdkRequest> kind, int times, Runnable meanwhile) {
        loss = new Loss(Where.BEHIND_THE_SERVER, kind, times, meanwhile);
    }

    /** What was sent of a kind, in order. */
    <T extends SdkRequest> List<T> sent(Class<T> kind) {
        return sent.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<SdkRequest> sent() {
        return sent;
    }

    @Override
    public void beforeTransmission(
            Context.BeforeTransmission context, ExecutionAttributes attributes) {
        sent.add(context.request());
        loseIfTold(Where.BEFORE_THE_SERVER, context.request());
    }

    @Override
    public void afterTransmission(
            Context.AfterTransmission context, ExecutionAttributes attributes) {
        loseIfTold(Where.BEHIND_THE_SERVER, context.request());
    }

    private void loseIfTold(Where here, SdkRequest request) {
        var current = loss;
        if (current.concerns(here, request)) {
            loss = current.less();
            current.meanwhile().run();
            throw SdkClientException.create("no answer", new SocketTimeoutException());
        }
    }
}
