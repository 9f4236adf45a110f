package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.Arrays;
import org.bson.BsonType;
import org.junit.jupiter.api.Test;

class TimerDocumentsTest {
    private static final ShardId SHARD = new ShardId(SampleGroups.ONE.id(), 0);
    private static final Timer PLAIN = timer(TimerRequest.timer("Ä/'$.a"));
    private static final Timer CORRELATED = timer(TimerRequest.timer("b").correlatedTo("trace"));

    @Test
    void aPendingTimerComesBack() {
        for (var timer :
                new Timer[] {
                    PLAIN, CORRELATED, PLAIN.failed("no", TimerRequest.NOON, TimerRequest.NOON)
                }) {
            var document = TimerDocuments.pending(SHARD, timer);

            assertThat(TimerDocuments.entry(document, SampleGroups.ONE.id()))
                    .isEqualTo(new Entry.Pending(timer));
        }
    }

    @Test
    void aKeptTimerComesBackWithWhenItFiredLast() {
        var kept =
                new KeptTimer(
                        PLAIN,
                        TimerState.REACHED,
                        TimerRequest.NOON.plusMillis(7),
                        Instants.LATEST);

        var document = TimerDocuments.kept(SHARD, kept);

        assertThat(TimerDocuments.entry(document, SampleGroups.ONE.id()))
                .isEqualTo(new Entry.Kept(kept));
    }

    @Test
    void onlyWhatIsKeptHasAnEndForTheServer() {
        var kept =
                new KeptTimer(CORRELATED, TimerState.FAILED, TimerRequest.NOON, TimerRequest.NOON);

        assertThat(TimerDocuments.pending(SHARD, CORRELATED))
                .containsKey(MongoFields.CORRELATION)
                .doesNotContainKeys(MongoFields.KEEP_UNTIL, MongoFields.KEPT);
        assertThat(TimerDocuments.kept(SHARD, kept))
                .containsKeys(MongoFields.KEEP_UNTIL, MongoFields.KEPT, MongoFields.CORRELATION);
        assertThat(TimerDocuments.kept(SHARD, kept).get(MongoFields.KEEP_UNTIL).getBsonType())
                .isEqualTo(BsonType.DATE_TIME);
    }

    @Test
    void thePayloadIsBytesAndNothingElse() {
        var payload = TimerDocuments.pending(SHARD, PLAIN).getBinary(MongoFields.PAYLOAD);

        assertThat(payload.getType()).isZero();
        assertThat(payload.getData()).isEqualTo(PLAIN.spec().payload().bytes());
    }

    @Test
    void whatIsMissingIsNotWritten() {
        assertThat(TimerDocuments.pending(SHARD, PLAIN))
                .doesNotContainKeys(
                        MongoFields.HEADERS, MongoFields.ERROR, MongoFields.CORRELATION_ID);
    }

    @Test
    void anyOtherStateOfATimerIsToldApart() {
        var document = TimerDocuments.pending(SHARD, PLAIN);

        assertThat(TimerDocuments.isOf(document, SHARD, PLAIN)).isTrue();
        assertThat(
                        Arrays.asList(
                                PLAIN.firingAt(PLAIN.fireAt().plusMillis(1)),
                                PLAIN.failed("no", PLAIN.fireAt(), TimerRequest.NOON),
                                PLAIN.changed(
                                        CORRELATED.revision(), PLAIN.spec(), TimerRequest.NOON),
                                PLAIN.rescheduled(
                                        CORRELATED.revision(),
                                        PLAIN.spec(),
                                        PLAIN.fireAt(),
                                        TimerRequest.NOON)))
                .noneMatch(other -> TimerDocuments.isOf(document, SHARD, other));
    }

    private static Timer timer(TimerRequest request) {
        return request.create()
                .decide(Entry.absent(), Instants.EARLIEST)
                .after()
                .pending()
                .orElseThrow();
    }
}
