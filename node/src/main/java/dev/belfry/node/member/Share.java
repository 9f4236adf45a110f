package dev.belfry.node.member;

/**
 * The shards that a node takes while a group is placed: as many as it has room for, those with the
 * highest scores. A heap with the one on top that has to go first. Confined to a call.
 */
final class Share {
    private final int[] shards;
    private final long[] scores;
    private int size;

    Share(int room) {
        this.shards = new int[room + 1];
        this.scores = new long[room + 1];
    }

    /**
     * Takes a shard.
     *
     * @return the one that has no room any more, perhaps the same; less than zero for none
     */
    int take(int shard, long score) {
        int place = size++;
        while (place > 0 && isWorse(shard, score, (place - 1) / 2)) {
            move((place - 1) / 2, place);
            place = (place - 1) / 2;
        }
        put(shard, score, place);
        return size == shards.length ? removeWorst() : -1;
    }

    private int removeWorst() {
        int worst = shards[0];
        size--;
        int shard = shards[size];
        long score = scores[size];
        int place = 0;
        for (int child = worseChild(0); child < size; child = worseChild(place)) {
            if (isWorse(shard, score, child)) {
                break;
            }
            move(child, place);
            place = child;
        }
        put(shard, score, place);
        return worst;
    }

    private int worseChild(int place) {
        int left = 2 * place + 1;
        int right = left + 1;
        return right < size && isWorse(shards[right], scores[right], left) ? right : left;
    }

    /** Of equal scores the first shard is served first. */
    private boolean isWorse(int shard, long score, int than) {
        return score < scores[than] || (score == scores[than] && shard > shards[than]);
    }

    private void move(int from, int to) {
        put(shards[from], scores[from], to);
    }

    private void put(int shard, long score, int place) {
        shards[place] = shard;
        scores[place] = score;
    }
}
