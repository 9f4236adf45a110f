package dev.belfry.http.api;

/**
 * One thing that is wrong with a request.
 *
 * @param field the offending field, parameter or header, as the API spells it
 */
record Fault(String field, String detail) {}
