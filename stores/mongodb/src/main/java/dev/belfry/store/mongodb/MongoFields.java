package dev.belfry.store.mongodb;

/** The names of the documents' fields. */
final class MongoFields {
    /** Of everything: see {@link Keys}. */
    static final String ID = "_id";

    /** Of all that lies in a shard: together the two are unique. */
    static final String SHARD = "shard";

    static final String UUID = "uuid";

    /** Of a timer, beside its key, which tells its state and its instant. */
    static final String TIMER_ID = "timer_id";

    static final String GENERATION = "generation";
    static final String REVISION = "revision";
    static final String ATTEMPTS = "attempts";
    static final String EXECUTE_AT = "execute_at";
    static final String URL = "url";
    static final String TIMEOUT = "timeout_ms";
    static final String HEADERS = "headers";
    static final String RETRY = "retry_policy";
    static final String CORRELATION_ID = "correlation_id";
    static final String DIGEST = "digest";
    static final String ERROR = "last_error";
    static final String ATTEMPT_LOG = "attempt_log";
    static final String SCHEDULE = "schedule";
    static final String CREATED = "created_at";
    static final String UPDATED = "updated_at";
    static final String PAYLOAD = "payload";

    /** Of a timer with a correlation id: its place among those of its group. */
    static final String CORRELATION = "correlation";

    /** Of a kept timer: its place among those of its group, and when the server may remove it. */
    static final String KEPT = "kept";

    static final String FIRE_AT = "fire_at";
    static final String KEEP_UNTIL = "keep_until";

    /** Of a shard. */
    static final String VERSION = "version";

    static final String TOKEN = "token";
    static final String SEQUENCE = "sequence";
    static final String OWNER = "owner_node";
    static final String LIFE = "life";
    static final String MARK = "mark";
    static final String HANDED_OVER = "handed_over";
    static final String HANDED_VERSION = "handed_version";

    /** Of a group. */
    static final String SHARD_COUNT = "shard_count";

    /** Of a record, beside its revision. */
    static final String BODY = "body";

    /** Of a node. */
    static final String ADDRESS = "address";

    static final String GROUPS = "group_ids";
    static final String WEIGHT = "weight";
    static final String PLACEMENT = "placement_version";
    static final String SOFTWARE = "software";
    static final String PROTOCOL = "protocol";
    static final String BEAT = "beat";
    static final String CLOCK = "clock";

    private MongoFields() {}
}
