package dev.belfry.spring;

import dev.belfry.client.CallbackVerifier;
import java.util.LinkedHashMap;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/** An endpoint for each method with {@link TimerHandler}, in applications with Spring MVC. */
@AutoConfiguration(
        after = BelfryAutoConfiguration.class,
        afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({SimpleUrlHandlerMapping.class, JsonMapper.class})
public class TimerHandlerAutoConfiguration {
    /** Before the controllers of the application, of which one may take every path. */
    @Bean
    SimpleUrlHandlerMapping timerHandlerMapping(
            ConfigurableApplicationContext context, BelfryProperties properties, JsonMapper json) {
        var methods = TimerMethod.allOf(context.getBeanFactory(), json);
        if (!methods.isEmpty() && properties.callback().signingKeys().isEmpty()) {
            throw new IllegalStateException(
                    "there are methods with @TimerHandler, but no belfry.callback.signing-keys:"
                            + " without them nobody knows who calls");
        }
        var endpoints = new LinkedHashMap<String, TimerEndpoint>();
        methods.forEach(
                (path, method) ->
                        endpoints.put(
                                path,
                                new TimerEndpoint(
                                        verifier(properties), maxBody(properties), method)));
        return new SimpleUrlHandlerMapping(endpoints, Ordered.HIGHEST_PRECEDENCE);
    }

    private static int maxBody(BelfryProperties properties) {
        return Math.toIntExact(
                Math.min(properties.callback().maxBody().toBytes(), Integer.MAX_VALUE - 1));
    }

    private static CallbackVerifier verifier(BelfryProperties properties) {
        var callback = properties.callback();
        return CallbackVerifier.of(callback.signingKeys().toArray(String[]::new))
                .tolerance(callback.tolerance());
    }
}
