package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.Groups;
import dev.belfry.check.contract.Request;
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
    private static final ShardId SHARD = new ShardId(Groups.ONE.id(), 0);
    private static final Timer PLAIN = timer(Request.timer("Ä/'$.a"));
    private static final Timer CORRELATED = timer(Request.timer("b").correlatedTo("trace"));

    @Test
    void aPendingTimerComesBack() {
        for (var timer :
                new Timer[] {PLAIN, CORRELATED, PLAIN.failed("no", Request.NOON, Request.NOON)}) {
            var document = TimerDocuments.pending(SHARD, timer);

            assertThat(TimerDocuments.entry(document, Groups.ONE.id()))
                    .isEqualTo(new Entry.Pending(timer));
        }
    }

    @Test
    void aKeptTimerComesBackWithWhenItFiredLast() {
        var kept =
                new KeptTimer(
                        PLAIN, TimerState.REACHED, Request.NOON.plusMillis(7), Instants.LATEST);

        var document = TimerDocuments.kept(SHARD, kept);

        assertThat(TimerDocuments.entry(document, Groups.ONE.id())).isEqualTo(new Entry.Kept(kept));
    }

    @Test
    void onlyWhatIsKeptHasAnEndForTheServer() {
        var kept = new KeptTimer(CORRELATED, TimerState.FAILED, Request.NOON, Request.NOON);

        assertThat(TimerDocuments.pending(SHARD, CORRELATED))
                .containsKey(Fields.CORRELATION)
                .doesNotContainKeys(Fields.KEEP_UNTIL, Fields.KEPT);
        assertThat(TimerDocuments.kept(SHARD, kept))
                .containsKeys(Fields.KEEP_UNTIL, Fields.KEPT, Fields.CORRELATION_ID)
                .doesNotContainKey(Fields.CORRELATION);
        assertThat(TimerDocuments.kept(SHARD, kept).get(Fields.KEEP_UNTIL).getBsonType())
                .isEqualTo(BsonType.DATE_TIME);
    }

    @Test
    void thePayloadIsBytesAndNothingElse() {
        var payload = TimerDocuments.pending(SHARD, PLAIN).getBinary(Fields.PAYLOAD);

        assertThat(payload.getType()).isZero();
        assertThat(payload.getData()).isEqualTo(PLAIN.spec().payload().bytes());
    }

    @Test
    void whatIsMissingIsNotWritten() {
        assertThat(TimerDocuments.pending(SHARD, PLAIN))
                .doesNotContainKeys(Fields.HEADERS, Fields.ERROR, Fields.CORRELATION_ID);
    }

    @Test
    void anyOtherStateOfATimerIsToldApart() {
        var document = TimerDocuments.pending(SHARD, PLAIN);

        assertThat(TimerDocuments.isOf(document, SHARD, PLAIN)).isTrue();
        assertThat(
                        Arrays.asList(
                                PLAIN.firingAt(PLAIN.fireAt().plusMillis(1)),
                                PLAIN.failed("no", PLAIN.fireAt(), Request.NOON),
                                PLAIN.changed(CORRELATED.revision(), PLAIN.spec(), Request.NOON),
                                PLAIN.rescheduled(
                                        CORRELATED.revision(),
                                        PLAIN.spec(),
                                        PLAIN.fireAt(),
                                        Request.NOON)))
                .noneMatch(other -> TimerDocuments.isOf(document, SHARD, other));
    }

    @Test
    void aTimerUnderTheUuidOfAnotherIsNotTakenForIt() {
        assertThatThrownBy(
                        () -> TimerDocuments.requireKey(PLAIN.key(), new Entry.Pending(CORRELATED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has the uuid of");
    }

    private static Timer timer(Request request) {
        return request.create()
                .decide(Entry.absent(), Instants.EARLIEST)
                .after()
                .pending()
                .orElseThrow();
    }
}
