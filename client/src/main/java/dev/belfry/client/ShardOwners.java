package dev.belfry.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/**
 * Who owns which shard, as one of the servers saw it. It may be out of date, which costs a hop.
 * Immutable.
 *
 * @param members where the servers are
 * @param owners by group, for each shard where its owner is
 */
record ShardOwners(List<URI> members, Map<String, List<Optional<URI>>> owners) {
    static final ShardOwners UNKNOWN = new ShardOwners(List.of(), Map.of());

    /** Where the owner of a timer is, if that is known. */
    Optional<URI> ownerOf(String group, String timerId) {
        var shards = owners.getOrDefault(group, List.of());
        return shards.isEmpty() ? Optional.empty() : shards.get(shardOf(timerId, shards.size()));
    }

    /** The same as on every server and for ever. */
    static int shardOf(String timerId, int shardCount) {
        var crc = new CRC32();
        crc.update(timerId.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shardCount);
    }

    /** From the answer to {@code GET /cluster}. */
    static ShardOwners of(JsonObject cluster, UnaryOperator<URI> translator) {
        var addresses = new HashMap<String, URI>();
        for (var member : cluster.list("members", JsonObject.class)) {
            var address = translator.apply(URI.create(member.text("address")));
            addresses.put(member.text("nodeId"), address);
        }
        var owners = new HashMap<String, List<Optional<URI>>>();
        for (var group : cluster.list("groups", JsonObject.class)) {
            owners.put(group.text("groupId"), owners(group, addresses));
        }
        return new ShardOwners(List.copyOf(addresses.values()), Map.copyOf(owners));
    }

    private static List<Optional<URI>> owners(JsonObject group, Map<String, URI> addresses) {
        var shards = group.list("shards", JsonObject.class);
        var owners = new ArrayList<Optional<URI>>();
        shards.forEach(shard -> owners.add(Optional.empty()));
        for (var shard : shards) {
            int index = shard.number("index").intValueExact();
            owners.set(index, shard.findText("owner").map(addresses::get));
        }
        return List.copyOf(owners);
    }
}
