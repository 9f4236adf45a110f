package dev.belfry.http.api;

/** The stable names of refusals; programs may rely on them. */
enum Code {
    INVALID_INPUT(400, "The request can not be accepted"),
    UNAUTHENTICATED(401, "The server does not know who asks"),
    FORBIDDEN(403, "The caller may not do this"),
    CROSS_SITE(403, "Pages of other sites may not use this server"),
    NOT_A_MEMBER(403, "Only servers of this cluster may call this"),
    HOST_REFUSED(403, "The server does not go by this name"),
    TIMER_NOT_FOUND(404, "There is no such timer"),
    GROUP_NOT_FOUND(404, "There is no such group"),
    JOB_NOT_FOUND(404, "There is no such job"),
    MOVE_NOT_FOUND(404, "The shard is not being moved"),
    DATABASE_NOT_FOUND(404, "The store has no such database"),
    SHARD_NOT_FOUND(404, "The group has no such shard"),
    ROUTE_NOT_FOUND(404, "There is nothing under this path"),
    METHOD_NOT_ALLOWED(405, "The path does not take this method"),
    NOT_ACCEPTABLE(406, "The answer has no form that the request accepts"),
    REQUEST_TIMEOUT(408, "The request did not arrive in time"),
    TIMER_EXISTS(409, "A different timer has this id"),
    TIMER_FAILED(409, "The timer has failed for good"),
    RUN_REDRIVEN(409, "Another run of the timer is being redriven"),
    NO_SCHEDULE(409, "The timer has no schedule"),
    GROUP_DELETING(409, "The group is being deleted"),
    GROUP_NOT_EMPTY(409, "The group has timers"),
    NODES_OUTDATED(409, "Some nodes run a version that does not know this"),
    MOVE_UNDER_WAY(409, "The shard is being moved elsewhere"),
    TOO_MANY_JOBS(409, "The group has as many bulk jobs as may run"),
    TOO_MANY_GROUPS(409, "There are too many groups for calls to make more"),
    SHARDS_FIXED(409, "A group keeps its number of shards"),
    PRECONDITION_FAILED(412, "What is there is not as the request demands"),
    BODY_TOO_LARGE(413, "The body is too large"),
    URI_TOO_LONG(414, "The request line is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body has a type that is not taken"),
    CALLBACK_REFUSED(422, "Callbacks may not go there"),
    CREDENTIAL_REFUSED(422, "Callbacks may not carry this credential there"),
    HEADERS_REQUIRED(422, "The stored headers do not go to another origin"),
    NOT_STORABLE(422, "The store can not hold this timer"),
    TOO_MANY_REQUESTS(429, "The caller makes too many requests"),
    HEADERS_TOO_LARGE(431, "The header fields are too large"),
    INTERNAL_ERROR(500, "Something went wrong inside"),
    SHARD_UNAVAILABLE(503, "The timer's shard is not served here right now"),
    STORE_UNAVAILABLE(503, "The store does not answer"),
    OVERLOADED(503, "Too much is waiting already");

    private final int status;
    private final String title;

    Code(int status, String title) {
        this.status = status;
        this.title = title;
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    /** Whether trying again later may help. */
    boolean isTemporary() {
        return status == 503;
    }
}
