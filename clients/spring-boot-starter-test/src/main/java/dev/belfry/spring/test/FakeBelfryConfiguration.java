package dev.belfry.spring.test;

import java.io.IOException;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** The fake as a bean, and where it is as properties. */
@TestConfiguration(proxyBeanMethods = false)
class FakeBelfryConfiguration {
    @Bean(destroyMethod = "close")
    FakeBelfry fakeBelfry() throws IOException {
        return FakeBelfry.start();
    }

    @Bean
    DynamicPropertyRegistrar fakeBelfryProperties(FakeBelfry belfry) {
        return registry -> {
            registry.add("belfry.url", belfry::url);
            registry.add("belfry.key", () -> "fake");
            registry.add("belfry.callback.signing-keys", belfry::signingKey);
        };
    }
}
