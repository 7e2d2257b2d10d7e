package com.example.audit;

import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.EmptyVisitor;

/** Counts which methods a class calls: "java/io/PrintStream.println" -> 3. */
class CallCounter extends EmptyVisitor {

    private final Map<String, Integer> calls = new TreeMap<String, Integer>();

    @Override
    public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) {
        return this;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String desc) {
        String call = owner + "." + name;
        Integer before = calls.get(call);
        calls.put(call, before == null ? 1 : before + 1);
    }

    Map<String, Integer> calls() {
        return calls;
    }
}
