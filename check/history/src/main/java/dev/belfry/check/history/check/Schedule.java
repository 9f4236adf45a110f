package dev.belfry.check.history.check;

/**
 * One schedule of a timer, as a history can tell it from others.
 *
 * @param origin the index of the event that asked for it: nothing before it can belong to it
 * @param webhookId as receivers know it; empty until the first of them saw it
 * @param floating whether its executeAt was chosen by the service and is known only as a lower
 *     bound
 */
record Schedule(int origin, String webhookId, boolean floating) {
    /** The origin tells nearly all schedules of a timer apart. */
    @Override
    public int hashCode() {
        return origin;
    }

    static Schedule startedAt(int origin) {
        return new Schedule(origin, "", false);
    }

    static Schedule floatingFrom(int origin) {
        return new Schedule(origin, "", true);
    }

    boolean isBound() {
        return !webhookId.isEmpty();
    }

    /** The same once its executeAt is known, and its id unless that is still empty. */
    Schedule known(String id) {
        return new Schedule(origin, id.isEmpty() ? webhookId : id, false);
    }
}
