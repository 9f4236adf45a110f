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

    @Test
    void whoDropsAGroupWithItsTimersTypesItsName() {
        for (var answer : new String[] {"", "\n", "yes\n", "tenan\n"}) {
            var refused = shell.input(answer).run("group", "delete", "tenant", "--drop");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("delete group tenant with all its timers?", "nothing was deleted");
        }
        assertThat(server.asked()).isEmpty();
        server.on("DELETE " + GROUP + "?drop=true", 202, "{\"phase\":\"DROPPING\"}");
        assertThat(shell.input("tenant\n").run("group", "delete", "tenant", "--drop").out())
                .isEqualTo("deleting tenant (DROPPING)\n");
        var sure = shell.input("").run("group", "delete", "tenant", "--drop", "--yes");
        assertThat(sure.out()).isEqualTo("deleting tenant (DROPPING)\n");
    }

    @Test
    void nobodyIsAskedAboutAGroupThatHasToBeEmpty() {
        server.on("DELETE " + GROUP, 202, "{\"phase\":\"CLOSING\"}");
        var deleted = shell.run("group", "delete", "tenant");
        assertThat(deleted.err()).isEmpty();
        assertThat(deleted.out()).isEqualTo("deleting tenant (CLOSING)\n");
        shell.run("group", "delete", "tenant", "--if-match", "\"5\"");
        assertThat(server.asked().getLast().ifMatch()).contains("\"5\"");
    }
}
