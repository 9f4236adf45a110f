package dev.belfry.http.api;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The tests of the API once more, on real processes: {@link dev.belfry.check.system.ProcessStarter}
 * is on this module's class path. In the package of the tests, because they are not public.
 */
@Tag("system")
class ApiProcessTest {
    @Nested
    class RestTable extends RestTableTest {}

    @Nested
    class TimerCalls extends TimerCallsTest {}

    @Nested
    class GroupCalls extends GroupCallsTest {}

    @Nested
    class GroupChanges extends GroupChangesTest {}

    @Nested
    class BadInput extends BadInputTest {}

    @Nested
    class HttpRules extends HttpRulesTest {}

    @Nested
    class Payloads extends PayloadTest {}

    @Nested
    class OpenApi extends OpenApiTest {}

    @Nested
    class AbortedRequests extends AbortedRequestsTest {}

    @Nested
    class GeneratedRequests extends GeneratedRequestsTest {}
}
