package dev.belfry.spring;

import dev.belfry.client.BelfryClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client as a bean, made from {@code belfry.*}, and its health. */
@AutoConfiguration
@EnableConfigurationProperties(BelfryProperties.class)
public class BelfryAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    BelfryClient belfryClient(BelfryProperties properties) {
        var builder =
                BelfryClient.builder(properties.url().toArray(String[]::new))
                        .patience(properties.patience())
                        .requestTimeout(properties.requestTimeout());
        if (properties.key() != null) {
            builder.key(properties.key());
        }
        if (properties.keyFile() != null) {
            var file = properties.keyFile();
            builder.credentials(() -> read(file));
        }
        return properties.sendToAnyServer() ? builder.sendToAnyServer().build() : builder.build();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("belfry.key-file can not be read", e);
        }
    }

    /** Only where there is something that shows health. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {
        @Bean
        @ConditionalOnEnabledHealthIndicator("belfry")
        @ConditionalOnMissingBean(name = "belfryHealthIndicator")
        HealthIndicator belfryHealthIndicator(BelfryClient belfry) {
            return new BelfryHealthIndicator(belfry);
        }
    }
}
