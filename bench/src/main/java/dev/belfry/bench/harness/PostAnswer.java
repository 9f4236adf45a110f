package dev.belfry.bench.harness;

/** What the answer to a post says, to one timer or to a batch of them. */
enum PostAnswer {
    TAKEN,
    /** Something is refused for now: to be posted once more. */
    REFUSED;

    /** Of an item in the answer to a batch; one timer's answer has none. */
    private static final String STATUS = "\"status\"";

    private static final int UNAVAILABLE = 503;

    /** Characters of an answer that was not expected. */
    private static final int SHOWN = 500;

    /** An answer that is neither fails the work, with what it says. */
    static PostAnswer of(int status, String body) {
        if (status == UNAVAILABLE) {
            return REFUSED;
        }
        if (!isTaken(status)) {
            throw new IllegalStateException(status + " " + shown(body, 0));
        }
        return ofItems(body);
    }

    /** Looks for numbers only: whoever makes the load must not be busy with reading. */
    private static PostAnswer ofItems(String body) {
        var answer = TAKEN;
        for (int at = body.indexOf(STATUS); at >= 0; at = body.indexOf(STATUS, at + 1)) {
            int status = number(body, at + STATUS.length());
            if (status >= 500) {
                answer = REFUSED;
            } else if (!isTaken(status)) {
                throw new IllegalStateException("an item: " + shown(body, at));
            }
        }
        return answer;
    }

    private static boolean isTaken(int status) {
        return status == 200 || status == 201;
    }

    /** What stands behind the colon; nothing if that is no number. */
    private static int number(String body, int from) {
        int number = 0;
        for (int i = from; i < body.length(); i++) {
            char character = body.charAt(i);
            if (Character.isDigit(character)) {
                number = 10 * number + Character.digit(character, 10);
            } else if (character != ':' && character != ' ') {
                return number;
            }
        }
        return number;
    }

    private static String shown(String body, int from) {
        return body.substring(from, Math.min(from + SHOWN, body.length()));
    }
}
