package dev.belfry.store.jdbc.sqlite;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A connection whose commits can be made to fail as a failing disk makes them. */
final class FailingCommit {
    /** Where a commit fails. */
    enum Failure {
        NONE,
        BEFORE,
        AFTER
    }

    private volatile Failure next = Failure.NONE;
    private volatile Optional<Error> death = Optional.empty();
    private volatile SQLiteErrorCode code = SQLiteErrorCode.SQLITE_IOERR_FSYNC;

    /** The next commit ends by something that is no failure of the database. */
    void dieNext(Error error) {
        death = Optional.of(error);
    }

    void failNext(Failure failure, SQLiteErrorCode with) {
        next = failure;
        code = with;
    }

    Connection around(Connection real) {
        return proxy(
                Connection.class,
                (method, arguments) -> {
                    var result = call(real, method, arguments);
                    return result instanceof PreparedStatement statement
                                    && "COMMIT".equals(arguments[0])
                            ? commit(statement)
                            : result;
                });
    }

    private PreparedStatement commit(PreparedStatement real) {
        return proxy(
                PreparedStatement.class,
                (method, arguments) -> {
                    boolean commits = method.getName().equals("execute");
                    var failure = commits ? next : Failure.NONE;
                    if (commits && death.isPresent()) {
                        throw death.get();
                    }
                    if (failure == Failure.BEFORE) {
                        throw failure();
                    }
                    var result = call(real, method, arguments);
                    if (failure == Failure.AFTER) {
                        throw failure();
                    }
                    return result;
                });
    }

    private SQLiteException failure() {
        next = Failure.NONE;
        return new SQLiteException("[" + code + "] disk I/O error", code);
    }

    @FunctionalInterface
    private interface Handler {
        Object call(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> handler.call(method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
