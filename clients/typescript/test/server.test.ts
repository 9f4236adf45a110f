/** Against a real server: BELFRY_URL names it, BELFRY_SIGNING_KEY is the key that it signs with. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BelfryClient, Conflict, PreconditionFailed, Receiver, Refused, type BulkJob, type Callback } from '../src/index.js';

const FAR = new Date(Date.now() + 365 * 86_400_000);

const belfry = new BelfryClient(process.env['BELFRY_URL']!);
const receiver = new Receiver(process.env['BELFRY_SIGNING_KEY']!);
const waiting: ((it: Callback) => void)[] = [];
let url = '';

/** Callbacks whose signature does not fit are answered so that the timer fails, and nobody gets them. */
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  try {
    const callback = await receiver.receive(request.headers, body);
    response.writeHead(204).end();
    waiting.shift()?.(callback);
  } catch {
    response.writeHead(410).end();
  }
});

function next(): Promise<Callback> {
  return new Promise((done) => waiting.push(done));
}

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

test('a timer calls back with a signature that fits', async () => {
  const called = next();
  const stored = await belfry.create({
    timerId: 'node-ä',
    delay: '1ms',
    callbackUrl: url,
    payload: { order: 42 },
    correlationId: 'c',
  });
  assert.ok(stored.isNew);
  const callback = await called;
  assert.equal(callback.timerId, 'node-ä');
  assert.deepEqual(callback.payload, { order: 42 });
  assert.equal(callback.correlationId, 'c');
});

test('callbacks of every form are read', async () => {
  const put = next();
  await belfry.create({ timerId: 'n1', delay: '1ms', callbackUrl: url, payload: [1], body: 'payload', method: 'PUT' });
  assert.deepEqual((await put).payload, [1]);
  const get = next();
  await belfry.create({ timerId: 'n2', delay: '1ms', callbackUrl: url, method: 'GET' });
  assert.equal((await get).timerId, 'n2');
});

test('the life of a timer', async () => {
  const wanted = { timerId: 'node-life', executeAt: FAR, callbackUrl: url };
  const first = await belfry.create(wanted);
  assert.equal((await belfry.create(wanted)).isNew, false);
  await assert.rejects(belfry.create({ ...wanted, payload: 1 }), (it: Conflict) => {
    assert.ok(it instanceof Conflict);
    return it.existing?.timerId === 'node-life';
  });
  const changed = await belfry.patch('default', 'node-life', { payload: { a: 1 } }, first.etag);
  assert.deepEqual(changed.timer.payload, { a: 1 });
  const again = { executeAt: FAR, callbackUrl: url, payload: 2 };
  await assert.rejects(belfry.put('default', 'node-life', again, first.etag), PreconditionFailed);
  const put = await belfry.put('default', 'node-life', again, changed.etag);
  const got = await belfry.get('default', 'node-life');
  assert.deepEqual([got?.etag, got?.timer.payload], [put.etag, 2]);
  const called = next();
  await belfry.fire('default', 'node-life');
  assert.equal((await called).timerId, 'node-life');
});

test('a deleted timer is gone', async () => {
  await belfry.create({ timerId: 'node-gone', executeAt: FAR, callbackUrl: url });
  assert.equal(await belfry.delete('default', 'node-gone'), 'DELETED');
  assert.equal(await belfry.delete('default', 'node-gone'), 'NOT_FOUND');
  assert.equal(await belfry.get('default', 'node-gone'), undefined);
});

test('a batch has an outcome for each, and a list has pages', async () => {
  const correlationId = 'node-batch';
  const results = await belfry.batch([
    { timerId: 'nb1', executeAt: FAR, callbackUrl: url, correlationId },
    { timerId: 'nb2', executeAt: 'never', callbackUrl: url },
    { timerId: 'nb3', executeAt: FAR, callbackUrl: url, correlationId },
  ]);
  assert.deepEqual(results.map((it) => it.status), [201, 400, 201]);
  assert.equal(results[1]?.problem?.field, 'executeAt');
  const page = await belfry.list('default', { limit: 1, correlationId, from: FAR });
  const rest = await belfry.list('default', { limit: 1, correlationId, from: FAR, cursor: page.nextCursor });
  assert.deepEqual([...page.timers, ...rest.timers].map((it) => it.timerId).sort(), ['nb1', 'nb3']);
});

test('schedules are paused and resumed', async () => {
  await belfry.create({
    timerId: 'node-nightly',
    schedule: { cron: '0 3 * * *', zone: 'Europe/Berlin', startAt: FAR, jitter: '5m' },
    callbackUrl: url,
  });
  assert.equal((await belfry.pauseTimer('default', 'node-nightly')).timer.paused, true);
  assert.ok(!(await belfry.resumeTimer('default', 'node-nightly')).timer.paused);
  assert.equal((await belfry.preview('0 3 * * *', 'Europe/Berlin', 3)).length, 3);
});

test('dead letters are listed and redriven', async () => {
  await belfry.create({
    timerId: 'node-dead',
    delay: '1ms',
    callbackUrl: 'http://127.0.0.1:1/',
    retryPolicy: { maxAttempts: 1 },
  });
  while (!(await belfry.failed('default')).timers.some((it) => it.timerId === 'node-dead')) {
    await pause(20);
  }
  assert.equal((await belfry.redrive('default', 'node-dead')).timer.state, 'SCHEDULED');
});

test('a bulk job is counted, done and listed', async () => {
  await belfry.create({ timerId: 'node-bulk', delay: '1h', callbackUrl: 'http://127.0.0.1:1/' });
  const filter = { action: 'delete', idPrefix: 'node-bulk' } as const;
  const counted = await over(await belfry.startBulkJob('default', { ...filter, dryRun: true }));
  assert.deepEqual([counted.matched, counted.sample], [1, ['node-bulk']]);
  const done = await over(await belfry.startBulkJob('default', filter));
  assert.deepEqual([done.status, done.done], ['DONE', 1]);
  assert.equal(await belfry.get('default', 'node-bulk'), undefined);
  assert.ok((await belfry.bulkJobs('default')).some((it) => it.jobId === done.jobId));
  assert.equal((await belfry.cancelBulkJob('default', done.jobId)).status, 'DONE');
});

async function over(job: BulkJob): Promise<BulkJob> {
  while (job.status === 'RUNNING') {
    await pause(20);
    job = await belfry.bulkJob('default', job.jobId);
  }
  return job;
}

test('a group is paused and resumed', async () => {
  const paused = await belfry.pause('node', 'maintenance');
  assert.deepEqual([paused.paused, paused.pauseReason], [true, 'maintenance']);
  assert.equal((await belfry.resume('node')).paused, false);
});

test('a refusal names the field', async () => {
  await assert.rejects(belfry.create({ timerId: 'x', delay: 'soon', callbackUrl: url }), (it: Refused) => {
    assert.deepEqual([it.code, it.field, it.status], ['INVALID_INPUT', 'delay', 400]);
    return it instanceof Refused;
  });
});
