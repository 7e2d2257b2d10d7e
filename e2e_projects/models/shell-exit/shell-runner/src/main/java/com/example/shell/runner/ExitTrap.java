package com.example.shell.runner;

import java.security.Permission;

/** Runs code that would end the process and hands back the code it wanted to end with. */
class ExitTrap {

    int call(Runnable code) {
        SecurityManager before = System.getSecurityManager();
        System.setSecurityManager(new NoExit());
        try {
            code.run();
            return 0;
        } catch (ExitAttempt e) {
            return e.status;
        } finally {
            System.setSecurityManager(before);
        }
    }

    private static class NoExit extends SecurityManager {

        @Override
        public void checkExit(int status) {
            throw new ExitAttempt(status);
        }

        @Override
        public void checkPermission(Permission permission) {
            // everything else is allowed
        }
    }

    private static class ExitAttempt extends SecurityException {

        private static final long serialVersionUID = 1L;

        private final int status;

        ExitAttempt(int status) {
            this.status = status;
        }
    }
}
