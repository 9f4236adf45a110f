package dev.belfry.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A collector of traces, and a receiver of callbacks that takes down their place in a trace. */
final class Collector implements AutoCloseable {
    private final HttpServer http;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> nodes = new CopyOnWriteArrayList<>();
    private final Map<String, String> traceparents = new ConcurrentHashMap<>();

    Collector() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/v1/traces", this::collect);
        http.createContext("/callback/", this::receive);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.start();
    }

    String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void collect(HttpExchange exchange) throws IOException {
        try (exchange) {
            var request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
            for (var resource : request.getResourceSpansList()) {
                resource.getResource().getAttributesList().stream()
                        .filter(it -> it.getKey().equals("service.instance.id"))
                        .forEach(it -> nodes.add(it.getValue().getStringValue()));
                resource.getScopeSpansList().forEach(it -> spans.addAll(it.getSpansList()));
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            traceparents.put(path, exchange.getRequestHeaders().getFirst("traceparent"));
            exchange.sendResponseHeaders(path.endsWith("broken") ? 500 : 204, -1);
        }
    }

    /** The header that a callback came with; empty as long as none came. */
    String traceparent(String callback) {
        return traceparents.getOrDefault("/callback/" + callback, "");
    }

    List<Span> ofTrace(String traceId) {
        return spans.stream().filter(it -> Traces.hex(it.getTraceId()).equals(traceId)).toList();
    }

    List<String> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
