package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/** The pauses in force. Immutable. */
final class MongoPauses implements GroupPauses {
    private static final ReplaceOptions OR_INSERT = new ReplaceOptions().upsert(true);

    private final MongoCalls database;
    private final MongoCollection<BsonDocument> pauses;

    MongoPauses(MongoCalls database) {
        this.database = database;
        this.pauses = database.collection(MongoSchema.PAUSES);
    }

    @Override
    public void pause(Pause pause) {
        var document =
                new BsonDocument(MongoFields.ID, new BsonString(pause.group().value()))
                        .append(MongoFields.SINCE, TimerDocuments.instant(pause.since()));
        pause.reason()
                .ifPresent(reason -> document.append(MongoFields.REASON, new BsonString(reason)));
        database.write(
                session -> pauses.replaceOne(session, isOf(pause.group()), document, OR_INSERT));
    }

    @Override
    public void resume(GroupId group) {
        database.write(session -> pauses.deleteOne(session, isOf(group)));
    }

    @Override
    public List<Pause> inForce() {
        return database.list(pauses, new BsonDocument(), it -> it).stream()
                .map(MongoPauses::pause)
                .toList();
    }

    private static Bson isOf(GroupId group) {
        return eq(MongoFields.ID, group.value());
    }

    private static Pause pause(BsonDocument document) {
        return new Pause(
                new GroupId(document.getString(MongoFields.ID).getValue()),
                TimerDocuments.instant(document, MongoFields.SINCE),
                TimerDocuments.text(document, MongoFields.REASON));
    }
}
