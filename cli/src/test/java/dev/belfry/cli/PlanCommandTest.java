package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.cli.CapacityFigures.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a plan says, and that the documentation says the same. */
class PlanCommandTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^```\n\\$ \\./belfry (plan [^\n]*)\n(.*?)^```$");
    private static final double DAY = 86_400;

    private final Shell shell = new Shell("http://localhost:1");
    private final CapacityFigures figures = new CapacityFigures();

    private CapacityPlan plan(Database database, double perSecond) {
        return new CapacityPlan(
                new CapacityPlan.Demand(
                        perSecond * DAY, 200, Duration.ofDays(1), 1, Duration.ZERO, 1),
                database,
                figures);
    }

    @Test
    void theExamplesOfTheDocumentationAreWhatTheCommandSays() throws Exception {
        var page = Files.readString(Path.of("../docs/scaling.md"));
        var examples = EXAMPLE.matcher(page).results().toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
        for (var example : examples) {
            var said = shell.run(example.group(1).split(" "));
            assertThat(said.code()).as(said.err()).isZero();
            assertThat(said.out()).isEqualTo(example.group(2));
        }
    }

    /** The model of the page: 190 cores for a million a second one by one, 51 of the database. */
    @Test
    void aMillionASecondNeedsWhatThePageSays() throws Exception {
        var page = Files.readString(Path.of("../docs/scaling.md"));
        assertThat(page)
                .contains("190 µs: **190 cores**", "51 cores, 1 to 2 GB of log a second")
                .contains(
                        "| create over HTTP, one by one, at the owner | %s µs"
                                .formatted(figures.text("node.create")));

        var plan = plan(Database.POSTGRES, 1e6);

        assertThat(plan.nodeCores()).isBetween(185.0, 195.0);
        assertThat(plan.databaseCores()).isBetween(50.0, 52.0);
        assertThat(plan.logBytesPerSecond()).isBetween(1e9, 2e9);
        assertThat(plan.first().what()).contains("the log of the one database");
        assertThat(plan.first().used()).isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void moreTimersNeverNeedLess(Database database) {
        var former = plan(database, 1);
        for (double rate = 10; rate <= 1e6; rate *= 10) {
            var plan = plan(database, rate);
            assertThat(plan.nodes()).isGreaterThanOrEqualTo(former.nodes());
            assertThat(plan.shards()).isGreaterThanOrEqualTo(former.shards());
            assertThat(plan.diskBytes()).isGreaterThan(former.diskBytes());
            assertThat(plan.databaseCores()).isGreaterThan(former.databaseCores());
            assertThat(plan.first().used()).isGreaterThan(former.first().used());
            former = plan;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRateThatWasMeasuredFitsAndTenTimesAsMuchDoesNotOnOneNode(Database database) {
        double measured = Math.min(figures.of(database, "creates"), figures.of(database, "fires"));
        assertThat(plan(database, measured / 10).nodes()).isLessThanOrEqualTo(2);
        if (database == Database.SQLITE) {
            assertThat(plan(database, measured).nodes()).isEqualTo(1);
            assertThat(plan(database, measured).first().used()).isGreaterThan(1);
        }
    }

    @Test
    void aScriptGetsNumbersByName() throws Exception {
        var said =
                shell.run(
                        "plan",
                        "--timers-per-day=10000000",
                        "--database=postgres",
                        "--lead=7d",
                        "--retention=1d",
                        "--json");

        var json = Json.MAPPER.readTree(said.out());
        assertThat(json.path("timersPerSecond").doubleValue()).isEqualTo(120);
        assertThat(json.path("nodes").intValue()).isEqualTo(2);
        assertThat(json.path("databaseCores").doubleValue()).isEqualTo(0.062);
        assertThat(json.path("diskBytes").doubleValue()).isEqualTo(45e9);
        assertThat(json.path("connections").intValue()).isEqualTo(32);
        assertThat(json.path("firstToEnd").textValue()).contains("the log");
        assertThat(json.path("firstToEndUsedPercent").doubleValue()).isEqualTo(3);
        json.properties().stream()
                .filter(it -> !Set.of("firstToEnd", "measured").contains(it.getKey()))
                .forEach(it -> assertThat(it.getValue().isNumber()).as(it.getKey()).isTrue());
    }

    @Test
    void unitsAreNumbersToo() throws Exception {
        var said = shell.run("plan", "--timers-per-day=1000000", "--database=dynamodb", "--json");

        var json = Json.MAPPER.readTree(said.out());
        assertThat(json.path("readUnitsPerMonth").doubleValue()).isEqualTo(30e6);
        assertThat(json.path("writeUnitsPerMonth").doubleValue()).isPositive();
        assertThat(json.has("databaseCores")).isFalse();
    }

    /** 8 + 4/n write units, with ten changes in a commit: docs/operations/dynamodb.md. */
    @Test
    void unitsOfDynamoDbAreThoseOfItsPage() {
        var plan = plan(Database.DYNAMODB, 1 / DAY);

        assertThat(plan.monthlyWriteUnits()).isBetween(30 * 8.39, 30 * 8.41);
    }

    @Test
    void whatMakesNoSenseIsRefusedByItsName() {
        for (var wrong :
                new String[][] {
                    {"--timers-per-day", "0"},
                    {"--peak", "0.5"},
                    {"--attempts", "0"},
                    {"--payload", "-1"},
                    {"--lead", "soon"},
                    {"--retention", "-1d"}
                }) {
            var said =
                    shell.run(
                            "plan",
                            "--database=postgres",
                            "--timers-per-day="
                                    + (wrong[0].equals("--timers-per-day") ? wrong[1] : "1"),
                            wrong[0].equals("--timers-per-day")
                                    ? "--json"
                                    : wrong[0] + "=" + wrong[1]);
            assertThat(said.code()).as(wrong[0]).isEqualTo(4);
            assertThat(said.err()).contains(wrong[0]);
        }
        assertThat(shell.run("plan", "--database", "paper", "--timers-per-day", "1").code())
                .isEqualTo(1);
    }
}
