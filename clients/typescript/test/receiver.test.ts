import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { InvalidCallback, Receiver } from '../src/index.js';

const KEY = 'whsec_' + Buffer.alloc(32, 'k').toString('base64');
const OTHER = 'whsec_' + Buffer.alloc(32, 'o').toString('base64');
const NOW = 1_900_000_000;
const BODY = JSON.stringify({
  groupId: 'default',
  timerId: 'order-7',
  timerUuid: '0b6e',
  executeAt: '2030-03-17T17:46:40Z',
  attempt: 2,
  correlationId: null,
  payload: { order: 7 },
});

const receiver = new Receiver(KEY, { clock: () => NOW * 1_000 });

function signature(key: string, body: string | Uint8Array, timestamp = NOW): string {
  const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
  return 'v1,' + createHmac('sha256', secret).update(`msg.${timestamp}.`).update(body).digest('base64');
}

function headers(signed: string, timestamp = NOW): Record<string, string> {
  return { 'Webhook-Id': 'msg', 'Webhook-Timestamp': String(timestamp), 'Webhook-Signature': signed };
}

test('a signed callback is read, from the headers of Node and of fetch', async () => {
  const given = headers(signature(KEY, BODY));
  for (const source of [given, new Headers(given)]) {
    const callback = await receiver.receive(source, Buffer.from(BODY));
    assert.equal(callback.timerId, 'order-7');
    assert.equal(callback.attempt, 2);
    assert.deepEqual(callback.payload, { order: 7 });
    assert.equal(callback.webhookId, 'msg');
    assert.equal(callback.executeAt.toISOString(), '2030-03-17T17:46:40.000Z');
    assert.equal(callback.correlationId, undefined);
  }
});

test('while keys change one that fits is enough', async () => {
  await receiver.receive(headers(`${signature(OTHER, BODY)} ${signature(KEY, BODY)}`), BODY);
  await new Receiver([OTHER, KEY], { clock: () => NOW * 1_000 }).receive(headers(signature(KEY, BODY)), BODY);
});

test('what was not signed is refused', async () => {
  const good = headers(signature(KEY, BODY));
  const cases: [Record<string, string>, string][] = [
    [good, BODY + ' '],
    [headers(signature(OTHER, BODY)), BODY],
    [{ ...good, 'Webhook-Id': 'other' }, BODY],
    [headers(signature(KEY, BODY).replace('v1,', 'v2,')), BODY],
    [{ ...good, 'Webhook-Signature': '' }, BODY],
    [{ ...good, 'Webhook-Signature': 'v1,ä' }, BODY],
  ];
  for (const [given, body] of cases) {
    await assert.rejects(receiver.receive(given, body), InvalidCallback);
  }
});

test('a callback of another time is refused', async () => {
  for (const then of [NOW - 301, NOW + 301]) {
    await assert.rejects(receiver.receive(headers(signature(KEY, BODY, then), then), BODY), /far from now/);
  }
  await receiver.receive(headers(signature(KEY, BODY, NOW - 299), NOW - 299), BODY);
  const patient = new Receiver(KEY, { toleranceSeconds: 3_600, clock: () => (NOW + 3_000) * 1_000 });
  await patient.receive(headers(signature(KEY, BODY)), BODY);
});

test('without an envelope headers say it', async () => {
  const given = {
    ...headers(signature(KEY, '[1]')),
    'webhook-group-id': 'default',
    'webhook-timer-id': '%C3%A4%2F1',
    'webhook-timer-uuid': '0b6e',
    'webhook-execute-at': '2030-03-17T17:46:40Z',
    'webhook-attempt': '1',
    'webhook-scheduled-for': '2030-03-17T17:46:40Z',
    'webhook-run': '3',
  };
  const callback = await receiver.receive(given, '[1]');
  assert.equal(callback.timerId, 'ä/1');
  assert.deepEqual(callback.payload, [1]);
  assert.equal(callback.run, 3);
  const empty = await receiver.receive({ ...given, 'Webhook-Signature': signature(KEY, '') }, '');
  assert.equal(empty.payload, undefined);
});

test('a signed text that is no callback is refused', async () => {
  for (const body of ['', '1', '{}', new Uint8Array([255])]) {
    await assert.rejects(receiver.receive(headers(signature(KEY, body)), body), /can not be read/);
  }
});

test('a key must be one', () => {
  assert.throws(() => new Receiver('whsec_!'), TypeError);
  assert.throws(() => new Receiver([]), TypeError);
});
