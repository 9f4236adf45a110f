package dev.belfry.operate.console;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The few files of WebJars that the console uses, by the names that browsers ask for. */
final class Libraries {
    /**
     * One file of a WebJar.
     *
     * @param jar its artifact
     */
    private record Source(String jar, String file) {
        String resource() {
            return "/META-INF/resources/webjars/" + jar + "/" + version(jar) + "/dist/" + file;
        }
    }

    /** Chart.js finds its second file beside the first, and the colours by an import map. */
    private static final Map<String, Source> SOURCES =
            Map.of(
                    "vue.js", new Source("vue", "vue.runtime.esm-browser.prod.js"),
                    "chart.js", new Source("chart.js", "chart.js"),
                    "chunks/helpers.dataset.js",
                            new Source("chart.js", "chunks/helpers.dataset.js"),
                    "color.js", new Source("kurkle__color", "color.esm.js"));

    private Libraries() {}

    static Map<String, String> byName() {
        return SOURCES.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, it -> it.getValue().resource()));
    }

    /** The jar says its own, so that a version is written in the root pom only. */
    private static String version(String jar) {
        var properties = new Properties();
        try (var text =
                new StringReader(
                        ConsoleFiles.text(
                                "/META-INF/maven/org.webjars.npm/" + jar + "/pom.properties"))) {
            properties.load(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
