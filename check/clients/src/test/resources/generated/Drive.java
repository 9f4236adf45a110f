import generated.ApiClient;
import generated.ApiException;
import generated.api.GroupsApi;
import generated.api.OperationsApi;
import generated.api.TimersApi;
import generated.model.BatchChange;
import generated.model.BulkAction;
import generated.model.BulkRequest;
import generated.model.CallbackBody;
import generated.model.CallbackMethod;
import generated.model.DatabaseMoveRequest;
import generated.model.GroupLimitSettings;
import generated.model.GroupPhase;
import generated.model.GroupSettings;
import generated.model.ImportBatch;
import generated.model.KeptState;
import generated.model.NewTimer;
import generated.model.PauseRequest;
import generated.model.RedriveFilter;
import generated.model.RetryFields;
import generated.model.Schedule;
import generated.model.Timer;
import generated.model.TimerBatch;
import generated.model.TimerPatch;
import generated.model.TimerReplacement;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes every call with the generated Java client and prints the names of those that were right. */
final class Drive {
    private static final OffsetDateTime FAR = OffsetDateTime.parse("2030-01-31T09:00:00Z");
    private static final OffsetDateTime LATER = FAR.plusHours(1);
    private static final String GROUP = "default";
    private static final String ID = "java/ü 1";

    private final TimersApi timers;
    private final GroupsApi groups;
    private final OperationsApi operations;
    private final String callbackUrl;

    private Drive(ApiClient client, String callbackUrl) {
        this.timers = new TimersApi(client);
        this.groups = new GroupsApi(client);
        this.operations = new OperationsApi(client);
        this.callbackUrl = callbackUrl;
    }

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        new Drive(client, arguments[1]).run();
    }

    private static void right(String operation, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError(operation + ": expected " + expected + ", not " + found);
        }
        System.out.println(operation);
    }

    private static void there(String operation, Object found) {
        right(operation, true, found != null);
    }

    private void run() throws Exception {
        timers();
        batch();
        schedules();
        deadLetters();
        groups();
        operations();
    }

    private void timers() throws ApiException {
        var asked =
                new NewTimer()
                        .timerId(ID)
                        .executeAt(FAR)
                        .callbackUrl("http://a.example/")
                        .payload(Map.of("n", List.of(1, "two")))
                        .method(CallbackMethod.PUT)
                        .body(CallbackBody.PAYLOAD)
                        .headers(Map.of("X-A", "b"))
                        .correlationId("order-7")
                        .retryPolicy(new RetryFields().maxAttempts(7).permanentStatuses(List.of(404)));
        var created = timers.createTimer(GROUP, asked, null);
        right("createTimer", Map.of("n", List.of(1, "two")), created.getPayload());
        var before = timers.getTimer(GROUP, ID, null);
        right("getTimer", created, before);
        var patched = timers.patchTimer(GROUP, ID, new TimerPatch().executeAt(LATER), null);
        right("patchTimer", unmoved(before), unmoved(patched));
        right("patchTimer", LATER.toInstant(), patched.getExecuteAt().toInstant());
        patched = timers.patchTimer(GROUP, ID, new TimerPatch().payload(null), null);
        right("patchTimer", null, patched.getPayload());
        there("explainTimer", timers.explainTimer(GROUP, ID, null).getText());
        var page = groups.listTimers(GROUP, FAR, null, "order-7", null, 10, null, false);
        right("listTimers", List.of(ID), page.getTimers().stream().map(Timer::getTimerId).toList());
        right("listTimers", null, page.getNextCursor());
        var found = timers.findTimers("order-7", GROUP, 10, null, null).getTimers();
        right("findTimers", List.of(ID), found.stream().map(Timer::getTimerId).toList());
        var replaced =
                timers.putTimer(
                        GROUP,
                        ID,
                        new TimerReplacement().executeAt(FAR).callbackUrl(callbackUrl + "/ok"),
                        null,
                        null);
        right("putTimer", null, replaced.getCorrelationId());
        there("fireTimer", timers.fireTimer(GROUP, ID, null).getExecuteAt());
        timers.createTimer(GROUP, asked.timerId("taken"), null);
        refused(409, "TIMER_EXISTS", asked.payload("other"));
        timers.deleteTimer(GROUP, "taken", null, null);
        System.out.println("deleteTimer");
    }

    /** All that a patch of the instant alone must leave as it was. */
    private static List<Object> unmoved(Timer timer) {
        return Arrays.asList(
                timer.getPayload(), timer.getMethod(), timer.getBody(), timer.getHeaders(),
                timer.getCorrelationId(), timer.getRetryPolicy(), timer.getCallbackUrl(),
                timer.getCallbackTimeout(), timer.getTimerUuid());
    }

    private void refused(int status, String code, NewTimer asked) {
        try {
            timers.createTimer(GROUP, asked, null);
            throw new AssertionError("not refused");
        } catch (ApiException e) {
            right("createTimer", status, e.getCode());
            right("createTimer", true, e.getResponseBody().contains(code));
        }
    }

    private void batch() throws ApiException {
        var there = new NewTimer().timerId("b-patch").executeAt(FAR).callbackUrl("http://a.example/").payload("kept");
        timers.createTimer(GROUP, there, null);
        timers.createTimer(GROUP, there.timerId("b-delete"), null);
        var changes =
                new TimerBatch()
                        .addTimersItem(new BatchChange().timerId("b-create").executeAt(FAR).callbackUrl("http://a.example/").payload(1))
                        .addTimersItem(new BatchChange().op(BatchChange.OpEnum.PUT).timerId("b-put").delay("1h").callbackUrl("http://a.example/"))
                        .addTimersItem(new BatchChange().op(BatchChange.OpEnum.PATCH).timerId("b-patch").executeAt(LATER))
                        .addTimersItem(new BatchChange().op(BatchChange.OpEnum.DELETE).timerId("b-delete"))
                        .addTimersItem(new BatchChange().op(BatchChange.OpEnum.DELETE).timerId("b-absent"));
        var results = timers.changeTimers(changes, null, null).getResults();
        right("changeTimers", List.of(201, 201, 200, 204, 404), results.stream().map(it -> it.getStatus()).toList());
        right("changeTimers", "kept", results.get(2).getTimer().getPayload());
        right("changeTimers", "TIMER_NOT_FOUND", results.get(4).getProblem().getCode().getValue());
        var minimal = timers.changeTimers(changes, null, "return=minimal").getResults();
        right("changeTimers", null, minimal.get(0).getTimer());
        right("importTimers", List.of(), timers.importTimers(new ImportBatch().timers(List.of()), null, true, null).getResults());
    }

    private void schedules() throws ApiException {
        var nightly = new Schedule().cron("0 3 * * *").zone("Europe/Berlin").jitter("5m");
        var timer = new NewTimer().timerId("nightly").callbackUrl("http://a.example/").schedule(nightly);
        var created = timers.createTimer(GROUP, timer, null);
        right("createTimer", "0 3 * * *", created.getSchedule().getCron());
        right("pauseTimer", true, timers.pauseTimer(GROUP, "nightly", null).getPaused());
        right("resumeTimer", false, Boolean.TRUE.equals(timers.resumeTimer(GROUP, "nightly", null).getPaused()));
        var runs = timers.previewSchedule("0 3 * * *", "Europe/Berlin", null, 3).getRuns();
        right("previewSchedule", 3, runs.size());
    }

    private void deadLetters() throws Exception {
        for (var id : List.of("dead-1", "dead-2")) {
            timers.createTimer(GROUP, new NewTimer().timerId(id).delay("1ms").callbackUrl(callbackUrl + "/gone"), null);
        }
        while (failed() < 2) {
            Thread.sleep(50);
        }
        System.out.println("listFailed");
        var history = groups.listHistory(GROUP, List.of(KeptState.FAILED), null, null, null, "dead-", 10, null, null);
        right("listHistory", 2, history.getTimers().size());
        right("listFailedReasons", "HTTP 410", groups.listFailedReasons(GROUP).getReasons().get(0).getReason());
        there("redriveTimer", groups.redriveTimer(GROUP, "dead-1", null).getTimerId());
        bulkJobs();
        moves();
        there("redriveFailed", groups.redriveFailed(GROUP, new RedriveFilter().reason("HTTP 410")).getRedriven());
    }

    private void bulkJobs() throws ApiException {
        var request = new BulkRequest().action(BulkAction.REDRIVE).idPrefix("dead-").dryRun(true);
        var job = groups.startBulkJob(GROUP, request);
        right("startBulkJob", true, job.getDryRun());
        right("getBulkJob", "dead-", groups.getBulkJob(GROUP, job.getJobId()).getFilter().getIdPrefix());
        right("listBulkJobs", job.getJobId(), groups.listBulkJobs(GROUP).getJobs().get(0).getJobId());
        there("cancelBulkJob", groups.cancelBulkJob(GROUP, job.getJobId()).getStatus());
    }

    /** The server has one database, so that there is nowhere to move to. */
    private void moves() throws ApiException {
        right("listDatabaseMoves", List.of(), groups.listDatabaseMoves(GROUP).getMoves());
        right("cancelDatabaseMoves", List.of(), groups.cancelDatabaseMoves(GROUP).getMoves());
        notFound("startDatabaseMoves", () -> groups.startDatabaseMoves(GROUP, new DatabaseMoveRequest().to("west").shards(List.of(0))));
        notFound("cancelDatabaseMove", () -> groups.cancelDatabaseMove(GROUP, 0));
    }

    private interface Refused {
        Object call() throws ApiException;
    }

    private static void notFound(String operation, Refused refused) {
        try {
            throw new AssertionError(operation + ": " + refused.call());
        } catch (ApiException e) {
            right(operation, 404, e.getCode());
        }
    }

    /** Other clients leave dead letters, too. */
    private long failed() throws ApiException {
        var all = groups.listFailed(GROUP, 10, null, false).getTimers();
        return all.stream().filter(it -> it.getTimerId().startsWith("dead-")).count();
    }

    private void groups() throws ApiException {
        right("listGroups", GROUP, groups.listGroups(GROUP, 10, null).getGroups().get(0).getGroupId());
        there("getGroup", groups.getGroup(GROUP).getPending());
        var settings = new GroupSettings().shards(2).retention("1h").limits(new GroupLimitSettings().ratePerSecond(BigDecimal.TEN));
        var made = groups.putGroup("java-made", settings, null, "*");
        right("putGroup", 2, made.getShardCount());
        var patched = groups.patchGroup("java-made", new GroupSettings().callbackTimeout("5s"), null);
        right("patchGroup", "1h", patched.getRetention());
        right("deleteGroup", GroupPhase.CLOSING, groups.deleteGroup("java-made", null, null).getPhase());
        there("listShards", groups.listShards(GROUP).getShards().get(0).getEpoch());
        right("pauseGroup", "a reason", groups.pauseGroup(GROUP, new PauseRequest().reason("a reason")).getPauseReason());
        right("resumeGroup", false, groups.resumeGroup(GROUP).getPaused());
    }

    private void operations() throws ApiException {
        there("getCluster", operations.getCluster().getMembers().get(0).getBeatAgeMillis());
        there("getHistory", operations.getHistory("5m", null).getSeries().getFired());
        there("listAlarms", operations.listAlarms().getAlarms());
        there("getSystem", operations.getSystem().getStore().getKind());
        there("getSession", operations.getSession().getRole());
        there("beginSession", operations.beginSession().getName());
        operations.endSession();
        System.out.println("endSession");
        right("live", "UP", operations.live().getStatus().getValue());
        right("ready", "UP", operations.ready().getStatus().getValue());
        right("metrics", true, operations.metrics().contains("belfry_"));
        there("openApiJson", operations.openApiJson());
    }
}
