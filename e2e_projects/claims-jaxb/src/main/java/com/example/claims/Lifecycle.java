package com.example.claims;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.annotation.PostConstruct;
import javax.annotation.PreDestroy;

/** Starts and stops services by their life-cycle annotations, as the application server does. */
public final class Lifecycle {

    private Lifecycle() {
    }

    public static <T> T start(T service) {
        call(service, PostConstruct.class);
        return service;
    }

    public static void stop(Object service) {
        call(service, PreDestroy.class);
    }

    private static void call(Object service, Class<? extends Annotation> annotation) {
        for (Method method : service.getClass().getMethods()) {
            if (method.isAnnotationPresent(annotation)) {
                try {
                    method.invoke(service);
                } catch (IllegalAccessException | InvocationTargetException e) {
                    throw new IllegalStateException(method + " failed", e);
                }
            }
        }
    }
}
