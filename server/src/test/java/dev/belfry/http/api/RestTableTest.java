package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of calls in the design, row by row and from top to bottom: a row finds what the rows
 * above it left. Quotes are single; FAR is a timer that is not due, DUE(200) one that is due at a
 * receiver that answers so. A GET is repeated until its answer is the one that is told.
 */
class RestTableTest {
    private static final String FAR =
            "'executeAt':'2090-01-31T09:00:00Z','callbackUrl':'http://a.example/'";

    /** As an export has it. */
    private static final String LINE =
            "'state':'SCHEDULED','groupId':'quiet','timerId':'line','generation':'1','revision':'1',"
                    + "'digest':'00112233445566778899aabbccddeeff','createdAt':'2026-01-01T00:00:00Z',"
                    + "'updatedAt':'2026-01-01T00:00:00Z','executeAt':'2090-01-31T09:00:00Z',"
                    + "'nextAttemptAt':'2090-01-31T09:00:00Z','callbackUrl':'http://a.example/',"
                    + "'callbackTimeout':'30s','retryPolicy':{},'payload':1";

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Receiver KIND = Receiver.answering(200, "{\"ok\":true}");
    private static final Receiver REFUSING = Receiver.answering(410, "");
    private static final RawReceiver SILENT = new RawReceiver((_, _) -> {});

    private static ServerUnderTest server;
    private static Reply last;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "groups.default.shards", "4",
                                "groups.history.retention", "1h",
                                "groups.quiet.shards", "2"));
    }

    @AfterAll
    static void stop() {
        server.close();
        KIND.close();
        REFUSING.close();
        SILENT.close();
    }

    @ParameterizedTest(name = "{0}: {1} {2} answers {4}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    # POST /timers
                    create, new                               | POST   | /timers                     | {'timerId':'a',FAR}                       | 201 timerId=a groupId=default state=SCHEDULED attempts=0 ETag Location=/api/v1/groups/default/timers/a
                    create, an identical one exists           | POST   | /timers                     | {'timerId':'a',FAR}                       | 200 timerId=a ETag=same
                    create, a different one exists            | POST   | /timers                     | {'timerId':'a',FAR,'payload':1}           | 409 code=TIMER_EXISTS timer.timerId=a
                    create in a group of its own              | POST   | /timers                     | {'timerId':'a','groupId':'history',FAR}   | 201 groupId=history
                    create in a group that is not there       | POST   | /timers                     | {'timerId':'a','groupId':'none',FAR}      | 404 code=GROUP_NOT_FOUND field=groupId
                    create, finer than a millisecond          | POST   | /timers                     | {'timerId':'fine','executeAt':'2090-01-31T09:00:00.0000001Z','callbackUrl':'http://a.example'} | 201 executeAt=2090-01-31T09:00:00.001Z
                    create, from now on                       | POST   | /timers                     | {'timerId':'wait','delay':'1h','callbackUrl':'http://a.example'} | 201 executeAt
                    create, the same delay is the same timer  | POST   | /timers                     | {'timerId':'wait','delay':'60m','callbackUrl':'http://a.example'} | 200 ETag=same
                    create, another delay is another timer    | POST   | /timers                     | {'timerId':'wait','delay':'2h','callbackUrl':'http://a.example'} | 409 code=TIMER_EXISTS
                    put, the same delay does not move it      | PUT    | /timers/default/wait        | {'delay':'1h','callbackUrl':'http://a.example'} | 200 ETag=same
                    patch, from now on                        | PATCH  | /timers/default/wait        | {'delay':'1h'}                            | 200 ETag=other
                    create, delay and executeAt               | POST   | /timers                     | {'timerId':'b',FAR,'delay':'1h'}          | 400 code=INVALID_INPUT field=delay
                    create, neither delay nor executeAt       | POST   | /timers                     | {'timerId':'b','callbackUrl':'http://a.example'} | 400 code=INVALID_INPUT field=executeAt
                    patch, delay and executeAt                | PATCH  | /timers/default/a           | {'delay':'1h','executeAt':'2090-01-31T09:00:00Z'} | 400 code=INVALID_INPUT field=delay
                    create with a bad field                   | POST   | /timers                     | {'timerId':'b','executeAt':'soon','callbackUrl':'http://a.example'} | 400 code=INVALID_INPUT field=executeAt
                    # POST /timers/batch
                    batch, one outcome per item, in order     | POST   | /timers/batch               | {'timers':[{'timerId':'b1',FAR},{'timerId':'a',FAR},{'timerId':'a',FAR,'payload':2},{'timerId':''}]} | 200 results.0.status=201 results.0.timer.timerId=b1 results.1.status=200 results.2.status=409 results.2.problem.code=TIMER_EXISTS results.3.status=400 results.3.problem.field=timerId
                    batch that is none                        | POST   | /timers/batch               | {'timers':7}                              | 400 code=INVALID_INPUT field=timers
                    # Export and import
                    export of a group                         | GET    | /groups/quiet/export        |                                           | 200 Content-Type=application/x-ndjson
                    export, a cursor that no export gave      | GET    | /groups/quiet/export?cursor=x |                                         | 400 code=INVALID_INPUT field=cursor
                    export, group absent                      | GET    | /groups/none/export         |                                           | 404 code=GROUP_NOT_FOUND
                    import of a line                          | POST   | /timers/import              | {'timers':[{LINE}]}                       | 200 results.0.status=201
                    import of the same line                   | POST   | /timers/import              | {'timers':[{LINE}]}                       | 200 results.0.status=204
                    import where another timer is             | POST   | /timers/import              | {'timers':[{LINE2}]}                      | 200 results.0.status=409 results.0.problem.code=TIMER_EXISTS
                    import in its place, tried                | POST   | /timers/import?replace=true&dryRun=true | {'timers':[{LINE2}]}          | 200 results.0.status=200
                    import in its place                       | POST   | /timers/import?replace=true | {'timers':[{LINE2}]}                      | 200 results.0.status=200
                    import of what is no line                 | POST   | /timers/import              | {'timers':[{'timerId':'x'}]}              | 200 results.0.status=400 results.0.problem.field=state
                    import, neither true nor false            | POST   | /timers/import?replace=1    | {'timers':[]}                             | 400 code=INVALID_INPUT field=replace
                    the imported timer goes                   | DELETE | /timers/quiet/line          |                                           | 204
                    # GET /timers/{groupId}/{timerId}
                    get                                       | GET    | /timers/default/a           |                                           | 200 timerId=a ETag
                    get, absent                               | GET    | /timers/default/absent      |                                           | 404 code=TIMER_NOT_FOUND
                    # PUT
                    put, new                                  | PUT    | /timers/default/p           | {FAR}                                     | 201 timerId=p ETag
                    put, identical: nothing changes           | PUT    | /timers/default/p           | {FAR}                                     | 200 timerId=p ETag=same
                    put, another: replaced                    | PUT    | /timers/default/p           | {FAR,'payload':{'n':1.10}}                | 200 timerId=p ETag=other
                    put, If-Match of an earlier revision      | PUT "1" | /timers/default/p          | {FAR}                                     | 412 code=PRECONDITION_FAILED timer.timerId=p
                    # PATCH
                    patch, some fields                        | PATCH  | /timers/default/p           | {'callbackTimeout':'5s','retryPolicy':{'maxAttempts':2}} | 200 callbackTimeout=5s retryPolicy.maxAttempts=2 retryPolicy.maxInterval=1h payload.n=1.1 ETag=other
                    patch, a new executeAt                    | PATCH  | /timers/default/p           | {'executeAt':'2091-01-01T00:00:00Z'}      | 200 executeAt=2091-01-01T00:00:00Z nextAttemptAt=2091-01-01T00:00:00Z attempts=0
                    patch, payload null is JSON null          | PATCH  | /timers/default/p           | {'payload':null}                          | 200 payload=null
                    patch, If-Match of an earlier revision    | PATCH "1" | /timers/default/p        | {'payload':1}                             | 412 code=PRECONDITION_FAILED
                    the usual form of a callback              | GET    | /timers/default/p           |                                           | 200 method=POST body=envelope
                    patch, another form of the callback       | PATCH  | /timers/default/p           | {'method':'PUT','body':'payload'}         | 200 method=PUT body=payload ETag=other
                    patch, the form stays, also elsewhere     | PATCH  | /timers/default/p           | {'callbackUrl':'http://b.example'}        | 200 method=PUT body=payload
                    patch, null is the usual form             | PATCH  | /timers/default/p           | {'method':null,'body':null}               | 200 method=POST body=envelope
                    put with a form                           | PUT    | /timers/default/formed      | {FAR,'method':'GET'}                      | 201 method=GET body=envelope
                    put with another form                     | PUT    | /timers/default/formed      | {FAR,'method':'DELETE'}                   | 200 method=DELETE ETag=other
                    put, identical in its form                | PUT    | /timers/default/formed      | {FAR,'method':'DELETE'}                   | 200 method=DELETE ETag=same
                    a timer with headers                      | PUT    | /timers/default/secretive   | {FAR,'headers':{'X-Key':'1'}}             | 201
                    patch, headers do not go elsewhere        | PATCH  | /timers/default/secretive   | {'callbackUrl':'http://b.example'}        | 422 code=HEADERS_REQUIRED field=headers
                    patch, elsewhere without headers          | PATCH  | /timers/default/secretive   | {'callbackUrl':'http://b.example','headers':{}} | 200 callbackUrl=http://b.example
                    patch, absent                             | PATCH  | /timers/default/absent      | {'payload':1}                             | 404 code=TIMER_NOT_FOUND
                    # DELETE
                    delete, If-Match of an earlier revision   | DELETE "1" | /timers/default/p       |                                           | 412 code=PRECONDITION_FAILED
                    delete                                    | DELETE | /timers/default/p           |                                           | 204 Belfry-Attempt-In-Flight=
                    delete, absent                            | DELETE | /timers/default/p           |                                           | 404 code=TIMER_NOT_FOUND
                    a timer whose receiver is silent          | PUT    | /timers/default/flying      | {DUE(silent)}                             | 201
                    delete with an attempt under way          | DELETE | /timers/default/flying      |                                           | 204 Belfry-Attempt-In-Flight=true
                    # Repeats, history and dead letters
                    a timer fires and is gone                 | PUT    | /timers/default/once        | {DUE(200)}                                | 201
                    gone                                      | GET    | /timers/default/once        |                                           | 404 code=TIMER_NOT_FOUND
                    the same request schedules it anew        | PUT    | /timers/default/once        | {DUE(200)}                                | 201
                    a group that keeps history                | PUT    | /timers/history/once        | {DUE(200)}                                | 201
                    keeps it as reached                       | GET    | /timers/history/once        |                                           | 200 state=REACHED reachedAt
                    a repeat schedules nothing                | PUT    | /timers/history/once        | {DUE(200)}                                | 200 state=REACHED
                    among what is over                        | GET    | /groups/history/history?state=REACHED |                                 | 200 timers.0.timerId=once timers.0.lastAttempts.0.status=200
                    history, no such state                    | GET    | /groups/history/history?state=GONE |                                    | 400 code=INVALID_INPUT field=state
                    delete of a history record                | DELETE | /timers/history/once        |                                           | 204
                    a timer that is cancelled                 | PUT    | /timers/history/unwanted    | {FAR,'correlationId':'order-8'}           | 201
                    delete where history is kept              | DELETE | /timers/history/unwanted    |                                           | 204
                    leaves a record                           | GET    | /timers/history/unwanted    |                                           | 200 state=CANCELLED cancelledAt keptUntil
                    found by its correlation id               | GET    | /timers?correlationId=order-8 |                                         | 200 timers.0.timerId=unwanted timers.0.state=CANCELLED
                    no correlation id                         | GET    | /timers                     |                                           | 400 code=INVALID_INPUT field=correlationId
                    delete of a record of a delete            | DELETE | /timers/history/unwanted    |                                           | 404 code=TIMER_NOT_FOUND
                    a timer that fails for good               | PUT    | /timers/default/dead        | {DUE(410)}                                | 201
                    is kept as failed                         | GET    | /timers/default/dead        |                                           | 200 state=FAILED attempts=1 failedAt keptUntil
                    among the dead letters                    | GET    | /groups/default/failed      |                                           | 200 timers.0.timerId=dead timers.0.state=FAILED
                    redrive                                   | POST   | /groups/default/failed/dead/redrive |                                   | 200 state=SCHEDULED attempts=0
                    failed again                              | GET    | /timers/default/dead        |                                           | 200 state=FAILED attempts=1
                    redrive of a pending one                  | POST   | /groups/default/failed/a/redrive |                                      | 409 code=TIMER_EXISTS timer.timerId=a
                    redrive, absent                           | POST   | /groups/default/failed/absent/redrive |                                 | 404 code=TIMER_NOT_FOUND
                    create over a failed record replaces it   | POST   | /timers                     | {'timerId':'dead',FAR}                    | 201 state=SCHEDULED
                    # Groups
                    groups                                    | GET    | /groups                     |                                           | 200 groups.0.groupId groups.0.shardCount
                    group with counts per shard               | GET    | /groups/default             |                                           | 200 shardCount=4 shards.3.index=3 backlogAgeMillis retryPolicy.maxAttempts=1000 failedRetention=30d
                    group, absent                             | GET    | /groups/none                |                                           | 404 code=GROUP_NOT_FOUND
                    browse by time                            | GET    | /groups/default/timers?until=2091-01-01T00:00:00Z&limit=1 |             | 200 timers.0.timerId nextCursor
                    browse, bad limit                         | GET    | /groups/default/timers?limit=0 |                                        | 400 code=INVALID_INPUT field=limit
                    a timer with a correlation id             | PUT    | /timers/quiet/c             | {FAR,'correlationId':'order-7'}           | 201 correlationId=order-7
                    browse by correlationId                   | GET    | /groups/quiet/timers?correlationId=order-7 |                            | 200 timers.0.timerId=c
                    pause                                     | POST   | /groups/quiet/pause         | {'reason':'upgrade'}                 | 200 paused=true pauseReason=upgrade
                    a due timer of a paused group             | PUT    | /timers/quiet/waits         | {DUE(200)}                                | 201
                    waits                                     | GET    | /timers/quiet/waits         |                                           | 200 state=SCHEDULED attempts=0
                    resume                                    | POST   | /groups/quiet/resume        |                                           | 200 paused=false
                    fires                                     | GET    | /timers/quiet/waits         |                                           | 404 code=TIMER_NOT_FOUND
                    pause, absent                             | POST   | /groups/none/pause          |                                           | 404 code=GROUP_NOT_FOUND
                    # Operations
                    cluster                                   | GET    | /cluster                    |                                           | 200 self=node-1 members.0.nodeId=node-1 groups.0.shards.0.owner=node-1 groups.0.shards.0.epoch=1
                    live                                      | GET    | //health/live               |                                           | 200 status=UP
                    ready                                     | GET    | //health/ready              |                                           | 200 status=UP
                    metrics                                   | GET    | //metrics                   |                                           | 200 Content-Type
                    the OpenAPI file                          | GET    | //openapi.yaml              |                                           | 200 Content-Type=application/yaml
                    the OpenAPI file as JSON                  | GET    | //openapi.json              |                                           | 200 Content-Type=application/json
                    nothing is there                          | GET    | /nowhere                    |                                           | 404 code=ROUTE_NOT_FOUND
                    a method that is not taken                | DELETE | /timers/batch                 |                                           | 405 code=METHOD_NOT_ALLOWED Allow=POST
                    """)
    void aRowOfTheTable(String row, String method, String path, String body, String told)
            throws InterruptedException {
        if (told.contains("In-Flight=true")) {
            SILENT.nextRequest();
        }
        var call = method.split(" ", 2);
        var address = path.startsWith("//") ? path.substring(1) : "/api/v1" + path;
        var text = Optional.ofNullable(body).map(RestTableTest::written);
        var headers = call.length > 1 ? new String[] {"If-Match", call[1]} : new String[0];
        var before = last;
        last = server.send(call[0], address, text, headers);
        if (call[0].equals("GET")) {
            await(address, told, before);
        }
        assertThat(fits(last, told, before)).as("%s: %s, not %s", row, told, last).isTrue();
    }

    private static String written(String body) {
        return body.replace("LINE2", LINE.replace("2026-01-01", "2026-01-02"))
                .replace("LINE", LINE)
                .replace("FAR", FAR)
                .replace("DUE(200)", due(KIND.url()))
                .replace("DUE(410)", due(REFUSING.url()))
                .replace("DUE(silent)", due(SILENT.url()))
                .replace('\'', '"');
    }

    private static String due(String url) {
        return "'executeAt':'2020-01-01T00:00:00Z','callbackUrl':'%s'".formatted(url);
    }

    private static void await(String address, String told, Reply before) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!fits(last, told, before) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            last = server.get(address);
        }
    }

    /** Whether an answer has the status and all that is told of its fields and headers. */
    private static boolean fits(Reply reply, String told, Reply before) {
        var words = told.split(" ", -1);
        if (reply.status() != Integer.parseInt(words[0])) {
            return false;
        }
        for (int i = 1; i < words.length; i++) {
            if (!has(reply, words[i].split("=", 2), before)) {
                return false;
            }
        }
        return true;
    }

    private static boolean has(Reply reply, String[] word, Reply before) {
        boolean isHeader = Character.isUpperCase(word[0].charAt(0));
        var found = isHeader ? reply.header(word[0]) : field(reply, word[0]);
        if (word.length == 1) {
            return !found.isEmpty();
        }
        return switch (word[1]) {
            case "same" -> found.equals(before.header(word[0]));
            case "other" -> !found.equals(before.header(word[0]));
            default -> found.equals(word[1]);
        };
    }

    private static String field(Reply reply, String path) {
        return reply.json().at("/" + path.replace('.', '/')).asText();
    }
}
