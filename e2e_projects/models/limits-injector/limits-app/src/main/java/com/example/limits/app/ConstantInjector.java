package com.example.limits.app;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Overwrites a constant, final or not. */
class ConstantInjector {

    void set(String constant, String value) {
        int dot = constant.lastIndexOf('.');
        try {
            Field field = Class.forName(constant.substring(0, dot)).getField(constant.substring(dot + 1));
            Field modifiers = Field.class.getDeclaredField("modifiers");
            modifiers.setAccessible(true);
            modifiers.setInt(field, field.getModifiers() & ~Modifier.FINAL);
            field.set(null, convert(value, field.getType()));
        } catch (Exception e) {
            throw new IllegalStateException("cannot set " + constant.substring(dot + 1), e);
        }
    }

    private Object convert(String value, Class<?> type) throws Exception {
        return type.getMethod("valueOf", String.class).invoke(null, value.trim());
    }
}
