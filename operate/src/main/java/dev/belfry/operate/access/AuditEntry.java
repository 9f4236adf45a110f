package dev.belfry.operate.access;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * One call, for the audit log: who did what to which timers or group, from where, and what came of
 * it. It holds neither payloads nor secrets. Immutable.
 *
 * @param from the address that the call came from
 * @param request the id in its answer
 * @param action method and path, with the names of parameters in place of their values
 * @param status of the answer
 * @param details what the path does not tell, such as the job that was made: no words of callers
 */
public record AuditEntry(
        Caller caller,
        String from,
        String request,
        String action,
        int status,
        SequencedMap<String, String> details,
        List<Subject> subjects) {
    public AuditEntry {
        details = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(details));
        subjects = List.copyOf(subjects);
    }

    /** What it was done to; of many timers each has a status of its own. */
    public record Subject(String group, Optional<String> timer, Optional<Integer> status) {}

    int weight() {
        return 1 + subjects.size();
    }

    /** Whether nobody knows who it was. */
    boolean isOfStranger() {
        return caller.equals(Caller.NOBODY);
    }
}
