import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  BelfryClient,
  Conflict,
  Denied,
  NotFound,
  OutcomeUnknown,
  PreconditionFailed,
  Refused,
  Unavailable,
  type NewTimer,
} from '../src/index.js';

const TIMER: NewTimer = { timerId: 'a', delay: '5s', callbackUrl: 'http://localhost:9000/' };
const PUT = { callbackUrl: 'http://localhost:9000/' };

/** A status with a body, or no answer at all. */
type Given = [number, unknown] | undefined;

interface Asked {
  method: string | undefined;
  url: string | undefined;
  body: Record<string, unknown> | undefined;
  headers: IncomingHttpHeaders;
}

/** A server that gives these answers one after the other, the last one again and again. */
async function scripted(answers: Given[], use: (url: string, asked: Asked[]) => Promise<void>): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = await request.toArray();
    const text = Buffer.concat(parts).toString();
    asked.push({
      method: request.method,
      url: request.url,
      body: text === '' ? undefined : JSON.parse(text),
      headers: request.headers,
    });
    const given = answers[Math.min(asked.length, answers.length) - 1];
    if (given === undefined) {
      request.socket.destroy();
      return;
    }
    response.writeHead(given[0], { etag: '"1"' }).end(JSON.stringify(given[1]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The address of nobody. */
async function silent(): Promise<string> {
  let url = '';
  await scripted([], async (it) => void (url = it));
  return url;
}

function problem(status: number, code: string, more: object = {}): Given {
  return [status, { type: 'about:blank', title: code, status, code, detail: 'no', ...more }];
}

const NOT_NOW = problem(503, 'SHARD_UNAVAILABLE', { outcomeUnknown: false });
const PERHAPS = problem(503, 'STORE_UNAVAILABLE', { outcomeUnknown: true });
const OTHERS_502: Given = [502, 'bad gateway'];
const OK: Given = [201, { timerId: 'a' }];

type Use = (client: BelfryClient) => Promise<unknown>;

test('what was not applied is sent again', async () => {
  const uses: Use[] = [
    (it) => it.create(TIMER),
    (it) => it.patch('default', 'a', { payload: 1 }),
    (it) => it.delete('default', 'a'),
  ];
  for (const use of uses) {
    await scripted([NOT_NOW, NOT_NOW, OK], async (url, asked) => {
      await use(new BelfryClient(url));
      assert.equal(asked.length, 3);
    });
  }
});

test('what may have been applied is sent again if a repeat does no harm', async () => {
  const uses: Use[] = [
    (it) => it.create(TIMER),
    (it) => it.put('default', 'a', PUT),
    (it) => it.get('default', 'a'),
  ];
  for (const trouble of [PERHAPS, OTHERS_502, problem(500, 'INTERNAL_ERROR'), undefined]) {
    for (const use of uses) {
      await scripted([trouble, OK], async (url, asked) => {
        await use(new BelfryClient(url));
        assert.equal(asked.length, 2);
      });
    }
  }
});

test('other changes that may have been applied are not', async () => {
  const uses: Use[] = [
    (it) => it.patch('default', 'a', { payload: 1 }),
    (it) => it.delete('default', 'a'),
    (it) => it.fire('default', 'a'),
    (it) => it.redrive('default', 'a'),
    (it) => it.put('default', 'a', PUT, '"1"'),
  ];
  for (const trouble of [PERHAPS, OTHERS_502, undefined]) {
    for (const use of uses) {
      await scripted([trouble, OK], async (url, asked) => {
        await assert.rejects(use(new BelfryClient(url)), OutcomeUnknown);
        assert.equal(asked.length, 1);
      });
    }
  }
});

test('creates of unknown outcome can be left to the caller', async () => {
  await scripted([PERHAPS, OK], async (url, asked) => {
    await assert.rejects(new BelfryClient(url, { repeatUnknown: false }).create(TIMER), OutcomeUnknown);
    assert.equal(asked.length, 1);
  });
});

test('patience ends, and an unknown outcome stays unknown', async () => {
  const short = { patienceMs: 100 };
  await scripted([NOT_NOW], (url) => assert.rejects(new BelfryClient(url, short).create(TIMER), Unavailable));
  await scripted([PERHAPS, NOT_NOW], (url) =>
    assert.rejects(new BelfryClient(url, short).create(TIMER), OutcomeUnknown),
  );
  const nobody = new BelfryClient(await silent(), short);
  await assert.rejects(nobody.patch('default', 'a', { payload: 1 }), (it: Unavailable) => {
    assert.ok(it instanceof Unavailable);
    return it.code === 'NO_ANSWER' && it.status === 0;
  });
});

test('another server is asked when one can not be reached', async () => {
  const nobody = await silent();
  await scripted([OK], async (url, asked) => {
    for (let i = 0; i < 5; i++) {
      await new BelfryClient([nobody, url]).fire('default', 'a');
    }
    assert.equal(asked.length, 5);
  });
});

test('refusals say what to do next', async () => {
  const cases: [number, new (...given: never[]) => Error][] = [
    [400, Refused],
    [401, Denied],
    [403, Denied],
    [409, Conflict],
    [412, PreconditionFailed],
    [422, Refused],
  ];
  for (const [status, expected] of cases) {
    await scripted([problem(status, 'X', { field: 'delay', timer: { timerId: 'a' } })], async (url, asked) => {
      await assert.rejects(new BelfryClient(url).create(TIMER), (it: Refused) => {
        assert.ok(it instanceof expected);
        assert.equal(it.field, 'delay');
        assert.equal(it.existing?.timerId, 'a');
        return true;
      });
      assert.equal(asked.length, 1);
    });
  }
});

test('a missing timer is undefined, a missing group an error', async () => {
  await scripted([problem(404, 'TIMER_NOT_FOUND')], async (url) => {
    assert.equal(await new BelfryClient(url).get('default', 'a'), undefined);
    assert.equal(await new BelfryClient(url).delete('default', 'a'), 'NOT_FOUND');
  });
  await scripted([problem(404, 'GROUP_NOT_FOUND')], (url) =>
    assert.rejects(new BelfryClient(url).get('default', 'a'), NotFound),
  );
});

test('what is sent', async () => {
  const keys = ['one', 'two'];
  await scripted([OK], async (url, asked) => {
    const client = new BelfryClient(`${url}/belfry/`, { key: () => keys.shift()! });
    await client.create({ ...TIMER, groupId: 'g' });
    await client.patch('g', 'ä/1', { executeAt: new Date(0) }, '"7"');
    const [first, second] = asked;
    assert.deepEqual([first?.method, first?.url], ['POST', '/belfry/api/v1/groups/g/timers']);
    assert.equal(first?.headers.authorization, 'Bearer one');
    assert.ok(second?.url?.endsWith('/%C3%A4%2F1'));
    assert.equal(second?.body?.['executeAt'], '1970-01-01T00:00:00.000Z');
    assert.deepEqual([second?.headers.authorization, second?.headers['if-match']], ['Bearer two', '"7"']);
  });
});
