package dev.belfry.core.store;

/**
 * One step of a schema, from the version before it.
 *
 * @param version that a database has afterwards; a number
 * @param text the statements, as its owner could run them with the database's own tools
 */
public record SchemaStep(int version, String text) {}
