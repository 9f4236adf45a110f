package dev.belfry.node.shard;

/** How much waits for its commit in all shards of a loop. Confined to the loop. */
final class QueueMeter {
    private final LoopSettings settings;
    private int works;
    private long bytes;

    QueueMeter(LoopSettings settings) {
        this.settings = settings;
    }

    boolean isFull() {
        return works >= LoopSettings.MAX_QUEUED || bytes >= settings.queuedBytes();
    }

    void added(Work work) {
        works++;
        bytes += work.sizeBytes();
    }

    void removed(Work work) {
        works--;
        bytes -= work.sizeBytes();
    }

    int works() {
        return works;
    }

    boolean isEmpty() {
        return works == 0;
    }
}
