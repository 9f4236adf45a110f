package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.config.Configuration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnNoticesTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static List<Notice> of(Map<String, String> settings) {
        var configuration = Configuration.load(Optional.empty(), Map.of(), settings);
        var notices = new OwnNotices("a", InstantSource.fixed(NOW));
        notices.remindOf("INSECURE", configuration::insecurity);
        return notices.current();
    }

    @Test
    void aServerThatOthersReachUnguardedIsShownAsAWarning() {
        var settings = Map.of("http.host", "0.0.0.0", "http.insecure", "true");
        assertThat(of(settings))
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.severity()).isEqualTo(Notice.Severity.WARNING);
                            assertThat(it.code()).isEqualTo("INSECURE");
                            assertThat(it.text()).contains("no authentication");
                            assertThat(it.nodeId()).contains("a");
                            assertThat(it.since()).isEqualTo(NOW);
                        });
    }

    @Test
    void oneThatOnlyThisMachineReachesIsNot() {
        assertThat(of(Map.of("http.insecure", "true"))).isEmpty();
    }
}
