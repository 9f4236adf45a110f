package dev.belfry.operate.config;

/**
 * What the server runs on, as far as settings depend on it.
 *
 * @param cores that Java may use
 * @param heapBytes that Java may use
 */
record Machine(int cores, long heapBytes) {
    static Machine here() {
        var runtime = Runtime.getRuntime();
        return new Machine(runtime.availableProcessors(), runtime.maxMemory());
    }
}
