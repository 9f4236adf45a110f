package dev.belfry.core.shard;

/** The fencing number of a shard: every claim and every release raises it. */
public record Epoch(long value) implements Comparable<Epoch> {
    /** Of a shard that was never claimed. */
    public static final Epoch ZERO = new Epoch(0);

    public Epoch next() {
        return new Epoch(value + 1);
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
