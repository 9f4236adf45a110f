package dev.belfry.spring;

import dev.belfry.client.BelfryCallback;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** A method with {@link TimerHandler} and the bean that has it. Immutable. */
final class TimerMethod {
    private final ConfigurableListableBeanFactory beans;
    private final String beanName;
    private final Method method;
    private final JsonMapper json;

    private TimerMethod(
            ConfigurableListableBeanFactory beans,
            String beanName,
            Method method,
            JsonMapper json) {
        this.beans = beans;
        this.beanName = beanName;
        this.method = method;
        this.json = json;
        requireUsable();
    }

    private void requireUsable() {
        var type = method.getReturnType();
        if (type != void.class && type != Instant.class) {
            throw new IllegalStateException(
                    method + ": a method with @TimerHandler returns nothing, or when to run again");
        }
        long payloads =
                Stream.of(method.getParameterTypes()).filter(TimerMethod::isPayload).count();
        if (payloads > 1) {
            throw new IllegalStateException(method + ": there is only one payload");
        }
    }

    private static boolean isPayload(Class<?> parameter) {
        return parameter != BelfryCallback.class;
    }

    /** All there are, by their paths. Beans are not made for it. */
    static Map<String, TimerMethod> allOf(ConfigurableListableBeanFactory beans, JsonMapper json) {
        var found = new LinkedHashMap<String, TimerMethod>();
        for (var name : beans.getBeanDefinitionNames()) {
            annotated(beans, name)
                    .forEach(
                            (method, handler) -> {
                                var one = new TimerMethod(beans, name, method, json);
                                var other = found.put(handler.value(), one);
                                if (other != null) {
                                    throw new IllegalStateException(
                                            "%s and %s take the same path"
                                                    .formatted(other.method, method));
                                }
                            });
        }
        return found;
    }

    private static Map<Method, TimerHandler> annotated(
            ConfigurableListableBeanFactory beans, String name) {
        var type = beans.getType(name, false);
        if (type == null) {
            return Map.of();
        }
        return MethodIntrospector.selectMethods(
                ClassUtils.getUserClass(type),
                (MethodIntrospector.MetadataLookup<TimerHandler>)
                        it -> AnnotatedElementUtils.findMergedAnnotation(it, TimerHandler.class));
    }

    /**
     * Gives it a callback.
     *
     * @return when to run again, if it says so
     * @throws Exception what the method throws
     */
    Optional<Instant> call(BelfryCallback callback) throws Exception {
        var bean = beans.getBean(beanName);
        var callable = AopUtils.selectInvocableMethod(method, bean.getClass());
        callable.setAccessible(true);
        try {
            return Optional.ofNullable((Instant) callable.invoke(bean, arguments(callback)));
        } catch (InvocationTargetException e) {
            throw e.getTargetException() instanceof Exception own ? own : e;
        }
    }

    private Object[] arguments(BelfryCallback callback) {
        List<Object> arguments = new ArrayList<>();
        for (var type : method.getGenericParameterTypes()) {
            arguments.add(type == BelfryCallback.class ? callback : payload(callback, type));
        }
        return arguments.toArray();
    }

    private Object payload(BelfryCallback callback, Type type) {
        return json.readValue(
                callback.payload().isEmpty() ? "null" : callback.payload(),
                json.constructType(type));
    }
}
