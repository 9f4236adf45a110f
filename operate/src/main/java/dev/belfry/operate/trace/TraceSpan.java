package dev.belfry.operate.trace;

/** A piece of work in a trace, from its beginning to its end. Confined to whoever does the work. */
public interface TraceSpan {
    TraceContext context();

    TraceSpan note(String name, String value);

    TraceSpan note(String name, long value);

    void end();

    /** It ends without success. */
    void fail(String why);
}
