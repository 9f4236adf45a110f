package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonSerializationException;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each failure of the driver, and what it allows the caller to do. */
class MongoErrorsTest {
    private static final ServerAddress HOST = new ServerAddress();

    static Stream<RuntimeException> certainlyNotWritten() {
        return Stream.of(
                new MongoTimeoutException("no server"),
                new MongoSocketOpenException("refused", HOST),
                new MongoExecutionTimeoutException(50, "MaxTimeMSExpired"),
                answer(112, "WriteConflict"),
                answer(10_107, "NotWritablePrimary"),
                answer(13_435, "NotPrimaryNoSecondaryOk"));
    }

    static Stream<RuntimeException> maybeWritten() {
        return Stream.of(
                new MongoSocketReadException("gone", HOST),
                new MongoSocketReadTimeoutException("slow", HOST, new IOException()),
                new MongoWriteConcernException(
                        new WriteConcernError(
                                50, "MaxTimeMSExpired", "waiting", new BsonDocument()),
                        WriteConcernResult.unacknowledged(),
                        HOST,
                        Set.of()),
                new MongoInterruptedException("interrupted", new InterruptedException()),
                answer(11_602, "InterruptedDueToReplStateChange"),
                answer(189, "PrimarySteppedDown"),
                answer(91, "ShutdownInProgress"),
                answer(8, "UnknownError"));
    }

    static Stream<RuntimeException> refused() {
        return Stream.of(
                answer(13, "Unauthorized"),
                answer(18, "AuthenticationFailed"),
                answer(257, "TransactionTooLargeForCache"),
                answer(10_334, "BSONObjectTooLarge"),
                bulk(10_334),
                new BsonMaximumSizeExceededException("larger than 16 MB"),
                new BsonSerializationException("larger than 16 MB"),
                new MongoSecurityException(
                        MongoCredential.createCredential("u", "admin", "p".toCharArray()),
                        "wrong password"));
    }

    @ParameterizedTest
    @MethodSource("certainlyNotWritten")
    void aWriteThatCertainlyDidNotBeginIsUnavailable(RuntimeException failure) {
        assertThat(MongoErrors.ofWrite(failure)).isInstanceOf(StoreException.Unavailable.class);
    }

    @ParameterizedTest
    @MethodSource("maybeWritten")
    void aWriteThatMayHaveHappenedIsUnknown(RuntimeException failure) {
        assertThat(MongoErrors.ofWrite(failure)).isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @ParameterizedTest
    @MethodSource({"certainlyNotWritten", "maybeWritten"})
    void insideATransactionOfWhichNoCommitWasSentNothingWasWritten(RuntimeException failure) {
        assertThat(MongoErrors.ofUncommitted(failure))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasCause(failure);
    }

    @ParameterizedTest
    @MethodSource({"certainlyNotWritten", "maybeWritten"})
    void aReadThatFailedIsUnavailable(RuntimeException failure) {
        assertThat(MongoErrors.ofRead(failure)).isInstanceOf(StoreException.Unavailable.class);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCanNeverSucceedIsRejected(RuntimeException failure) {
        assertThat(MongoErrors.ofRead(failure)).isInstanceOf(StoreException.Rejected.class);
        assertThat(MongoErrors.ofWrite(failure)).isInstanceOf(StoreException.Rejected.class);
        assertThat(MongoErrors.ofUncommitted(failure)).isInstanceOf(StoreException.Rejected.class);
    }

    @Test
    void aDuplicateKeyIsRecognisedAloneAndInABulk() {
        assertThat(MongoErrors.isDuplicateKey(answer(11_000, "DuplicateKey"))).isTrue();
        assertThat(MongoErrors.isDuplicateKey(bulk(11_000))).isTrue();
        assertThat(MongoErrors.isDuplicateKey(answer(112, "WriteConflict"))).isFalse();
    }

    @Test
    void theLabelsOfTheServerSayWhatMayBeSentAgain() {
        var conflict = answer(112, "WriteConflict");
        conflict.addLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
        var lost = new MongoSocketReadException("gone", HOST);
        lost.addLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);

        assertThat(MongoErrors.isTransient(conflict)).isTrue();
        assertThat(MongoErrors.isInDoubt(conflict)).isFalse();
        assertThat(MongoErrors.isTransient(lost)).isFalse();
        assertThat(MongoErrors.isInDoubt(lost)).isTrue();
    }

    private static MongoCommandException answer(int code, String name) {
        return new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(code))
                        .append("codeName", new BsonString(name))
                        .append("errmsg", new BsonString(name)),
                HOST);
    }

    private static MongoBulkWriteException bulk(int code) {
        return new MongoBulkWriteException(
                BulkWriteResult.unacknowledged(),
                List.of(new BulkWriteError(code, "no", new BsonDocument(), 0)),
                null,
                HOST,
                Set.of());
    }
}
