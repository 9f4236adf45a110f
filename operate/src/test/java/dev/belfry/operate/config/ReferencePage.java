package dev.belfry.operate.config;

import java.util.ArrayList;
import java.util.List;

/** The page that explains every setting, made from the records. */
final class ReferencePage {
    private static final String HEAD =
            """
            # Configuration

            This page is made from the configuration records; a test compares the two.

            Settings come from one YAML file (`--config`, else `BELFRY_CONFIG`, else `./belfry.yaml` if it is there), over it from
            environment variables, over them from flags (`belfry serve --set http.port=9090`). An unknown key fails the start, and the
            message names the nearest one. Durations are written `500ms`, `30s`, `10m`, `24h` or `7d`, sizes `4096`, `100KiB`, `16MiB` or `1GiB`.

            ```yaml
            http:
              port: 8080
            groups:
              orders:
                shards: medium
                retention: 7d
            ```

            A group that is declared has its own shards; the group `default` is always there, declared or not. In the names below `<group>`
            stands for a group's name and `<database>` for a database's; in a variable they are written in upper case, with `_` for `.` and `-`.
            An empty variable counts as not set. A secret may stand in a file that a variable with `_FILE` behind its name points to.
            Variables that Kubernetes makes for services called `belfry` or `belfry-…`
            (`BELFRY_SERVICE_HOST`, `BELFRY_PORT_8080_TCP`, …) are left alone. `BELFRY_URL`, `BELFRY_KEY`, `BELFRY_KEY_FILE`
            and `BELFRY_CA` are not settings of the server: they tell the command line where the server is, who asks, and whom to trust.

            What does not fit together fails the start too: a payload (`limits.payload`) that a body (`limits.body`) or a loop's share of
            `engine.memory` has no room for, a body that is larger than a batch (`limits.batchBody`), memory for timers (`engine.memory`) of
            more than two thirds of Java's heap, several databases without a word on where each shard lives
            ([docs/operations/routed.md](operations/routed.md)).
            """;

    private ReferencePage() {}

    static String text() {
        var lines = new ArrayList<String>();
        lines.add(HEAD);
        var section = "";
        for (var key : Key.all()) {
            if (!key.path().getFirst().equals(section)) {
                section = key.path().getFirst();
                lines.addAll(head(section));
            }
            lines.add(row(key));
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> head(String section) {
        return List.of(
                (section.equals("http") ? "" : "\n") + "## " + section,
                "",
                "| setting | variable | kind | default | what it does |",
                "|---|---|---|---|---|");
    }

    private static String row(Key key) {
        var fallback = key.setting().fallback();
        return "| `%s` | `%s` | %s | %s | %s |"
                .formatted(
                        key.name(),
                        key.variable(),
                        ValueType.form(key.type()),
                        fallback.isEmpty() ? "" : "`" + fallback + "`",
                        key.setting().says());
    }
}
