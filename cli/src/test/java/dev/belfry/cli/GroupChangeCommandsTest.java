package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps a group from being changed or deleted by mistake. */
class GroupChangeCommandsTest {
    private static final String GROUP = "/api/v1/groups/tenant";

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aGroupThatIsThereIsReplacedOnlyByWhoSaysSo() {
        server.on("PUT " + GROUP, 412, "{\"code\":\"PRECONDITION_FAILED\"}");
        var refused = shell.run("group", "create", "tenant", "--rate", "9");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains("there is a group tenant", "belfry group set tenant", "--replace");
        assertThat(server.asked().getLast().ifNoneMatch()).contains("*");
        server.on("PUT " + GROUP, 200, "{}");
        assertThat(shell.run("group", "create", "tenant", "--replace", "--rate", "9").out())
                .isEqualTo("replaced tenant\n");
        assertThat(server.asked().getLast().ifNoneMatch()).isEmpty();
    }
}
