package dev.belfry.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * Closes a connection on which the head of a request has begun and is not complete in time, however
 * often a byte comes. It sits behind the decoder: what was read without anything coming out is the
 * beginning of a head, unless a body is under way. Confined to the connection's thread.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {
    private final Duration patience;
    private boolean isRequestUnderWay;
    private boolean hasHeard;
    private Optional<Future<?>> deadline = Optional.empty();

    HeadDeadline(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        hasHeard = true;
        if (message instanceof HttpRequest) {
            isRequestUnderWay = true;
            cancel();
        }
        if (message instanceof LastHttpContent) {
            isRequestUnderWay = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!isRequestUnderWay && !hasHeard && deadline.isEmpty()) {
            deadline =
                    Optional.of(
                            context.executor()
                                    .schedule(
                                            () -> giveUp(context),
                                            patience.toMillis(),
                                            MILLISECONDS));
        }
        hasHeard = false;
        context.fireChannelReadComplete();
    }

    private static void giveUp(ChannelHandlerContext context) {
        var _ = context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancel();
        context.fireChannelInactive();
    }

    private void cancel() {
        deadline.ifPresent(it -> it.cancel(false));
        deadline = Optional.empty();
    }
}
