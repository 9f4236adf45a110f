package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a newcomer meets: help, and complaints about what was typed. */
class UsageTest {
    /** Nobody listens there: what gets as far as a request ends with 5. */
    private final Shell shell = new Shell("http://127.0.0.1:1");

    @Test
    void whoNamesNoCommandIsShownWhatThereIs() {
        var result = shell.run();
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("Usage: belfry ").contains("serve", "Exit codes:");
        assertThat(shell.run("timer").err()).startsWith("Usage: belfry timer ").contains("create");
    }

    @Test
    void helpIsThereInEveryForm() {
        var help = shell.run("timer", "--help");
        assertThat(help.code()).isZero();
        assertThat(shell.run("help", "timer").out()).isEqualTo(help.out());
        assertThat(shell.run("help").out()).isEqualTo(shell.run("-h").out());
    }

    @Test
    void everyCommandHasHelpThatFitsATerminalAndShowsNoUrlInTwoParts() {
        var lines = new ArrayList<CommandLine>();
        collect(Belfry.commandLine(shell.terminal()), lines);
        assertThat(lines).hasSizeGreaterThan(15);
        for (var line : lines) {
            var name = line.getCommandSpec().qualifiedName();
            var text = line.getUsageMessage();
            assertThat(text).as(name).contains("--help").doesNotContain("null", "${");
            assertThat(text.lines())
                    .as(name)
                    .allSatisfy(it -> assertThat(it).hasSizeLessThanOrEqualTo(80))
                    .noneMatch(it -> it.endsWith("http://localhost:"));
            assertThat(line.getCommandSpec().usageMessage().description()).as(name).isNotEmpty();
        }
    }

    private static void collect(CommandLine line, List<CommandLine> into) {
        into.add(line);
        line.getSubcommands().values().forEach(it -> collect(it, into));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timer create | say which timer: an ID, or --file FILE",
                "timer create x -c http://x | say when: --in 10s, or --at TIME",
                "timer create x --in 5s | say what to call: --callback URL",
                "timer put x --in 5s | say what to call: --callback URL",
                "timer create x --in 5 -c http://x | --in is not a duration such as 500ms, 30s",
                "timer create x --in 5s --at now -c http://x | say --at or --in, not both",
                "timer create --file f.jsonl --in 5s | with --file each line says all of its timer",
                "timer create --file absent.jsonl | can not read absent.jsonl: there is no such"
                        + " file",
                "timer create x --in 5s -c http://x -p @absent | can not read absent: there is no"
                        + " such file",
                "timer patch x | say what to change",
                "timer list --all --limit 5 | say --all, or --limit and --cursor",
                "listen --port 99999 | --port must be 0 to 65535, not 99999",
                "completion fish | say bash or zsh",
                "timer crate x | Did you mean: timer create",
                "serve --set http.port | --set"
            })
    void aCommandThatMakesNoSenseIsExplainedAndEndsWithOne(String command, String complaint) {
        var result = shell.run(command.split(" "));
        assertThat(result.err()).startsWith("belfry: ").contains(complaint);
        assertThat(result.err()).doesNotContain("Exception", "\tat ");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void theVersionIsShown() {
        assertThat(shell.run("--version").out()).startsWith("belfry ");
    }
}
