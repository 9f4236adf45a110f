package dev.belfry.core.store;

import java.util.List;
import java.util.Optional;

/**
 * Small named documents, beside the timers: what nodes agree on and people set. Calls block;
 * thread-safe.
 *
 * <p>Changes are conditional and of one record each. Those of a kind come one after the other and
 * are numbered: the number is the record's revision, and the last one is the kind's. So no revision
 * comes twice, also when a record is removed and written anew, and one cheap read tells whether
 * anything of a kind has changed.
 *
 * <p>A read is as new as the last change that was acknowledged before it, by whatever node. A
 * change of unknown outcome may yet happen, as long as the record is the one that it expects: its
 * author reads, and changes what is there. Only a new record may so come back after its removal;
 * whoever can not bear that keeps the record and writes into it that it is over.
 */
public interface StoredRecords {
    Optional<StoredRecord> find(RecordKey key);

    /**
     * The next records of a kind in order of their ids: as many as the limit says, unless there are
     * no more.
     *
     * @param afterId exclusive; empty to begin with
     */
    List<StoredRecord> list(RecordKind kind, String afterId, int limit);

    RecordResult apply(RecordChange change);

    /** The number of the last change of a kind, zero before the first. */
    long latest(RecordKind kind);
}
