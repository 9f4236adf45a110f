package dev.belfry.core.store;

import java.util.List;

/**
 * What must be in a database before nodes can use it: tables, collections, indexes. Whoever owns
 * the database may make it beforehand, so that nodes need no right to.
 */
public interface StoreSchema {
    /** All steps from an empty database on, in their order. No database is asked. */
    List<SchemaStep> steps();

    /**
     * Makes what is missing. It needs the rights of an owner; several may do so at once.
     *
     * @throws StoreException.Rejected if what is there can not be used or upgraded
     * @throws StoreException.Unavailable if the database can not be reached
     */
    void apply();

    /**
     * Changes nothing. Where it succeeds, {@link StoreProvider#open} creates and alters nothing.
     *
     * @return the version that is there
     * @throws StoreException.Rejected if something is missing, older or too new; the message says
     *     what to run
     * @throws StoreException.Unavailable if the database can not be reached
     */
    int check();

    /** The refusal of a database that has no schema. */
    static StoreException.Rejected missing(String what) {
        return new StoreException.Rejected(
                "%s is missing: run 'belfry schema apply' as the owner of the database, or the statements of 'belfry schema print'"
                        .formatted(what));
    }

    /** The refusal of a database whose schema is older than this node needs. */
    static StoreException.Rejected older(String found, int known) {
        return new StoreException.Rejected(
                "the schema has version %s, and this node needs %d: run 'belfry schema apply' as the owner of the database, or the statements of 'belfry schema print --after %s'"
                        .formatted(found, known, found));
    }
}
