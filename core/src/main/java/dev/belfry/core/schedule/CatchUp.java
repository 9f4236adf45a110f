package dev.belfry.core.schedule;

/** Which runs are made up for when their time passed, while nothing ran or one took too long. */
public enum CatchUp {
    /** None that is more than a minute late. */
    NONE,
    /** The latest one. */
    LATEST,
    /** All of them, one after another, as far as there are not too many. */
    ALL
}
