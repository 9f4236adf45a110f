// Makes every call with the generated TypeScript client and prints the names of those that were right.
import { strict as assert } from 'node:assert';
import { Configuration, GroupsApi, OperationsApi, TimersApi } from './index';

const [basePath, callbackUrl] = process.argv.slice(2);
const configuration = new Configuration({ basePath });
const timers = new TimersApi(configuration);
const groups = new GroupsApi(configuration);
const operations = new OperationsApi(configuration);

const far = new Date('2030-01-31T09:00:00Z');
const later = new Date('2030-01-31T10:00:00Z');
const groupId = 'default';
const timerId = 'ts/ü 1';

function right(operation: string, expected: unknown, found: unknown) {
  assert.deepEqual(found, expected, operation);
  console.log(operation);
}

async function notFound(operation: string, call: Promise<unknown>) {
  const status = await call.then(() => 200, (problem: { response?: Response }) => problem.response?.status);
  right(operation, 404, status);
}

const there = (operation: string, found: unknown) => right(operation, true, found !== undefined && found !== null);

async function oneTimer() {
  const asked = {
    timerId, executeAt: far, callbackUrl: 'http://a.example/', payload: { n: [1, 'two'] }, method: 'PUT' as const, body: 'payload' as const,
    headers: { 'X-A': 'b' }, correlationId: 'order-8', retryPolicy: { maxAttempts: 7, permanentStatuses: [404] },
  };
  const created = await timers.createTimer({ groupId, newTimer: asked });
  right('createTimer', asked.payload, created.payload);
  right('getTimer', created, await timers.getTimer({ groupId, timerId }));
  const patched = await timers.patchTimer({ groupId, timerId, timerPatch: { executeAt: later } });
  right('patchTimer', { ...created, executeAt: later, nextAttemptAt: later, updatedAt: patched.updatedAt }, patched);
  const emptied = await timers.patchTimer({ groupId, timerId, timerPatch: { payload: null } });
  right('patchTimer', null, emptied.payload ?? null);
  there('explainTimer', (await timers.explainTimer({ groupId, timerId })).text);
  const page = await groups.listTimers({ groupId, from: far, correlationId: 'order-8', limit: 10, payload: false });
  right('listTimers', [timerId], page.timers.map((timer) => timer.timerId));
  right('listTimers', undefined, page.nextCursor);
  right('findTimers', [timerId], (await timers.findTimers({ correlationId: 'order-8', groupId })).timers.map((timer) => timer.timerId));
  const replaced = await timers.putTimer({ groupId, timerId, timerReplacement: { executeAt: far, callbackUrl: `${callbackUrl}/ok` } });
  right('putTimer', undefined, replaced.correlationId);
  there('fireTimer', (await timers.fireTimer({ groupId, timerId })).executeAt);
  await timers.createTimer({ groupId, newTimer: { ...asked, timerId: 'ts-taken' } });
  const refusal = await timers.createTimer({ groupId, newTimer: { ...asked, timerId: 'ts-taken', payload: 1 } }).catch((failure) => failure.response);
  right('createTimer', [409, 'TIMER_EXISTS'], [refusal.status, (await refusal.json()).code]);
  right('deleteTimer', undefined, await timers.deleteTimer({ groupId, timerId: 'ts-taken' }));
}

async function batch() {
  const plain = { executeAt: far, callbackUrl: 'http://a.example/', payload: 'kept' };
  await timers.createTimer({ groupId, newTimer: { ...plain, timerId: 'ts-patch' } });
  await timers.createTimer({ groupId, newTimer: { ...plain, timerId: 'ts-delete' } });
  const timerBatch = {
    timers: [
      { ...plain, timerId: 'ts-create' },
      { ...plain, op: 'put' as const, timerId: 'ts-put' },
      { op: 'patch' as const, timerId: 'ts-patch', executeAt: later },
      { op: 'delete' as const, timerId: 'ts-delete' },
      { op: 'delete' as const, timerId: 'ts-absent' },
    ],
  };
  const { results } = await timers.changeTimers({ timerBatch });
  right('changeTimers', [201, 201, 200, 204, 404], results.map((it) => it.status));
  right('changeTimers', 'kept', results[2].timer?.payload);
  right('changeTimers', 'TIMER_NOT_FOUND', results[4].problem?.code);
  const minimal = await timers.changeTimers({ timerBatch, prefer: 'return=minimal' });
  right('changeTimers', undefined, minimal.results[0].timer);
}

async function schedules() {
  const schedule = { cron: '0 3 * * *', zone: 'Europe/Berlin', jitter: '5m' };
  const created = await timers.createTimer({ groupId, newTimer: { timerId: 'ts-nightly', callbackUrl: 'http://a.example/', schedule } });
  right('createTimer', schedule.cron, created.schedule?.cron);
  right('pauseTimer', true, (await timers.pauseTimer({ groupId, timerId: 'ts-nightly' })).paused);
  right('resumeTimer', false, (await timers.resumeTimer({ groupId, timerId: 'ts-nightly' })).paused ?? false);
  right('previewSchedule', 3, (await timers.previewSchedule({ cron: '0 3 * * *', zone: 'Europe/Berlin', n: 3 })).runs.length);
}

async function deadLetters() {
  for (const timerId of ['ts-dead-1', 'ts-dead-2']) {
    await timers.createTimer({ groupId, newTimer: { timerId, delay: '1ms', callbackUrl: `${callbackUrl}/gone` } });
  }
  const failed = async () => (await groups.listFailed({ groupId, limit: 10, payload: false })).timers.filter((it) => it.timerId.startsWith('ts-'));
  while ((await failed()).length < 2) await new Promise((done) => setTimeout(done, 50));
  console.log('listFailed');
  right('listHistory', 2, (await groups.listHistory({ groupId, state: ['FAILED'], idPrefix: 'ts-dead-' })).timers.length);
  right('listFailedReasons', 'HTTP 410', (await groups.listFailedReasons({ groupId })).reasons[0].reason);
  there('redriveTimer', (await groups.redriveTimer({ groupId, timerId: 'ts-dead-1' })).timerId);
  const job = await groups.startBulkJob({ groupId, bulkRequest: { action: 'redrive', idPrefix: 'ts-dead-', dryRun: true } });
  right('exportGroup', true, (await groups.exportGroup({ groupId })).startsWith('{"export"'));
  right('importTimers', [], (await timers.importTimers({ importBatch: { timers: [] }, dryRun: true })).results);
  right('startBulkJob', true, job.dryRun);
  right('getBulkJob', 'ts-dead-', (await groups.getBulkJob({ groupId, jobId: job.jobId })).filter.idPrefix);
  right('listBulkJobs', job.jobId, (await groups.listBulkJobs({ groupId })).jobs[0].jobId);
  there('cancelBulkJob', (await groups.cancelBulkJob({ groupId, jobId: job.jobId })).status);
  // The server has one database, so that there is nowhere to move to.
  right('listDatabaseMoves', [], (await groups.listDatabaseMoves({ groupId })).moves);
  right('cancelDatabaseMoves', [], (await groups.cancelDatabaseMoves({ groupId })).moves);
  await notFound('startDatabaseMoves', groups.startDatabaseMoves({ groupId, databaseMoveRequest: { to: 'west' } }));
  await notFound('cancelDatabaseMove', groups.cancelDatabaseMove({ groupId, shard: 0 }));
  there('redriveFailed', (await groups.redriveFailed({ groupId, redriveFilter: { reason: 'HTTP 410' } })).redriven);
}

async function theGroups() {
  right('listGroups', groupId, (await groups.listGroups()).groups[0].groupId);
  there('getGroup', (await groups.getGroup({ groupId })).pending);
  const made = await groups.putGroup({ groupId: 'ts-made', groupSettings: { shards: 2, retention: '1h', limits: { ratePerSecond: 10 } } });
  right('putGroup', 2, made.shardCount);
  const changed = await groups.patchGroup({ groupId: 'ts-made', groupSettings: { callbackTimeout: '5s' } });
  right('patchGroup', '1h', changed.retention);
  right('deleteGroup', 'CLOSING', (await groups.deleteGroup({ groupId: 'ts-made' })).phase);
  there('listShards', (await groups.listShards({ groupId })).shards[0].epoch);
  right('pauseGroup', 'a reason', (await groups.pauseGroup({ groupId, pauseRequest: { reason: 'a reason' } })).pauseReason);
  right('resumeGroup', false, (await groups.resumeGroup({ groupId })).paused);
}

async function theOperations() {
  there('getCluster', (await operations.getCluster()).members[0].beatAgeMillis);
  there('getHistory', (await operations.getHistory({ range: '5m' })).series.fired);
  there('listAlarms', (await operations.listAlarms()).alarms);
  there('getSystem', (await operations.getSystem()).store.kind);
  there('getSession', (await operations.getSession()).role);
  there('beginSession', (await operations.beginSession()).name);
  right('endSession', undefined, await operations.endSession());
  right('live', 'UP', (await operations.live()).status);
  right('ready', 'UP', (await operations.ready()).status);
  right('metrics', true, (await operations.metrics()).includes('belfry_'));
  right('openApi', true, (await operations.openApi()).includes('operationId'));
  there('openApiJson', await operations.openApiJson());
}

async function drive() {
  await oneTimer();
  await batch();
  await schedules();
  await deadLetters();
  await theGroups();
  await theOperations();
}

drive().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
