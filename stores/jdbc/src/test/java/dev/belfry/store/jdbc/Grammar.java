package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.SQLUtils;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.shardingsphere.sql.parser.api.CacheOption;
import org.apache.shardingsphere.sql.parser.api.SQLParserEngine;

/** Someone else's grammar of a server that can not be had, and what it does not know of it. */
public final class Grammar {
    private final Consumer<String> parser;
    private final List<Gap> gaps;

    /**
     * Words of the server that a grammar does not know.
     *
     * @param words as a regular expression
     * @param standIn what the grammar is given in their place
     */
    public record Gap(String words, String standIn) {
        boolean isIn(String statement) {
            return Pattern.compile(words).matcher(statement).find();
        }

        String fill(String statement) {
            return statement.replaceAll(words, standIn);
        }
    }

    private Grammar(Consumer<String> parser, List<Gap> gaps) {
        this.parser = parser;
        this.gaps = gaps;
    }

    public static Grammar shardingSphere(String server, Gap... gaps) {
        var engine = new SQLParserEngine(server, new CacheOption(1, 1));
        return new Grammar(statement -> engine.parse(statement, false), List.of(gaps));
    }

    public static Grammar druid(DbType server, Gap... gaps) {
        return new Grammar(statement -> druidParses(statement, server), List.of(gaps));
    }

    private static void druidParses(String statement, DbType server) {
        assertThat(SQLUtils.parseStatements(statement, server)).isNotEmpty();
    }

    /** Takes all statements, each whole but for the gaps; and every gap is one. */
    public void requireAll(List<String> statements) {
        for (var statement : statements) {
            var given = statement;
            for (var gap : gaps) {
                given = gap.fill(given);
            }
            parser.accept(given);
        }
        for (var gap : gaps) {
            assertThat(statements).as("%s is a gap", gap).anyMatch(one -> isNeeded(gap, one));
        }
    }

    private boolean isNeeded(Gap gap, String statement) {
        if (!gap.isIn(statement)) {
            return false;
        }
        var given = statement;
        for (var other : gaps) {
            given = other.equals(gap) ? given : other.fill(given);
        }
        try {
            parser.accept(given);
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** A grammar that takes everything would prove nothing. */
    public void requireRefusal(String nonsense) {
        assertThat(isNeeded(new Gap(".", "."), nonsense)).as(nonsense).isTrue();
    }
}
