// Everything the console asks the server. Failures are Problems, whatever happened.
import { fieldText } from './json.js';
import { count } from './figures.js';
import { failedRun, path, withQuery } from './url.js';

const BASE = '/api/v1';
const MOST_GROUPS = 1_000;
const PATIENCE_MILLIS = 20_000;
/** Somebody waits: a server that wants more has the last word. */
const MOST_WAITS = 3;
const LONGEST_WAIT_SECONDS = 5;
const CHANGED = 'Somebody has changed this since you opened it. Open it again to see how it is now.';

/** What went wrong, in words for a person. */
class Problem extends Error {
  constructor({ status = 0, code = '', detail = '', title = '', field, outcomeUnknown }) {
    super((status === 412 && CHANGED) || detail || title || `The server answered ${status}.`);
    Object.assign(this, { status, code, field, outcomeUnknown });
  }
}

async function send(method, address, { body, headers = {}, signal } = {}) {
  const late = AbortSignal.timeout(PATIENCE_MILLIS);
  const request = { method, body, cache: 'no-store', signal: signal ? AbortSignal.any([signal, late]) : late,
    headers: { Accept: 'application/json, application/problem+json', ...(body && { 'Content-Type': 'application/json' }), ...headers } };
  let response, text;
  try {
    response = await fetch(address, request);
    text = await response.text();
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Problem({ code: 'UNREACHABLE', detail: 'The server does not answer. It is tried again.' });
  }
  return { response, text };
}

/** A request that was one too many has changed nothing, and is made again when the server says. */
async function sendInTurn(method, address, options) {
  for (let waits = 0; ; waits++) {
    const answer = await send(method, address, options);
    const seconds = Number(answer.response.headers.get('Retry-After') ?? Infinity);
    if (answer.response.status !== 429 || waits === MOST_WAITS || !(seconds <= LONGEST_WAIT_SECONDS)) return answer;
    await new Promise((done) => { setTimeout(done, seconds * 1_000); });
    options?.signal?.throwIfAborted();
  }
}

async function ask(...request) {
  const answer = await sendInTurn(...request);
  const { ok, status } = answer.response;
  if (status === 401) onStranger();
  if (!ok) throw new Problem({ status, ...parsed(answer.text) });
  return answer;
}

function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

const json = async (...request) => parsed((await ask(...request)).text);
const get = (address, query, signal) => json('GET', withQuery(BASE + address, query), { signal });
const post = (address, body) => json('POST', BASE + address, { body: body && JSON.stringify(body) });

/** A timer with its ETag, and its payload as the very text that came. */
async function timer(method, address, body, etag, signal) {
  const { response, text } = await ask(method, BASE + address, { body, headers: ifMatch(etag), signal });
  return { ...JSON.parse(text), etag: response.headers.get('ETag'), payloadText: fieldText(text, 'payload') ?? 'null' };
}

/** A group with its ETag. */
async function group(method, groupId, body, headers) {
  const { response, text } = await ask(method, BASE + path`/groups/${groupId}`, { body: body && JSON.stringify(body), headers });
  return { ...JSON.parse(text), etag: response.headers.get('ETag') };
}

/** Group after group whose name begins so, as far as a browser is the place to look at them. */
async function allGroups(prefix) {
  const all = [];
  let cursor = null;
  do {
    const page = await get('/groups', { prefix, cursor });
    all.push(...page.groups);
    cursor = page.nextCursor;
  } while (cursor && all.length < MOST_GROUPS);
  return all.slice(0, MOST_GROUPS);
}

/** Those whose timers wait longest before the others, then those that hold most. */
export const noisyFirst = (groups) =>
  groups?.toSorted((a, b) => b.backlogAgeMillis - a.backlogAgeMillis || (b.pending ?? 0) - (a.pending ?? 0) || (b.deadLetters ?? 0) - (a.deadLetters ?? 0));

/** How many timers a group holds, as far as that is known. */
export const held = (timers, group) => (timers == null ? '–' : `${group.countsExact ? '' : 'about '}${count(timers)}`);

/** What to say beside groups that may not be all; nothing beside few. */
export const groupsShown = (groups) => (groups?.length === MOST_GROUPS ? `The first ${count(MOST_GROUPS)} are shown.` : '');

const at = ({ groupId, timerId }) => path`/timers/${groupId}/${timerId}`;
/** A timer, or a single run of it. */
const atRun = (key) => withQuery(at(key), { scheduledFor: failedRun(key) });
const ifMatch = (etag) => (etag ? { 'If-Match': etag } : {});

/** Called whenever the server no longer knows who asks. */
let onStranger = () => {};
export const whenStranger = (act) => { onStranger = act; };

export const api = {
  session: () => get('/session'),
  signIn: (key) => json('POST', `${BASE}/session`, { headers: { Authorization: `Bearer ${key}` } }),
  signOut: () => ask('DELETE', `${BASE}/session`),
  timer: (key, signal) => timer('GET', atRun(key), undefined, null, signal),
  create: (body) => timer('POST', '/timers', body),
  patch: (key, body, etag) => timer('PATCH', at(key), body, etag),
  fire: (key, etag) => timer('POST', `${at(key)}/fire`, undefined, etag),
  /** Says whether an attempt was under way: '', 'true' or 'possible'. */
  remove: async (key, etag) => (await ask('DELETE', BASE + atRun(key), { headers: ifMatch(etag) })).response.headers.get('Belfry-Attempt-In-Flight') ?? '',
  pauseTimer: (key, etag) => timer('POST', `${at(key)}/pause`, undefined, etag),
  resumeTimer: (key, etag) => timer('POST', `${at(key)}/resume`, undefined, etag),
  preview: (query) => get('/schedule/preview', query),
  explanation: (key) => get(`${at(key)}/explanation`, { scheduledFor: failedRun(key) }),
  /** Those whose name begins with a text, or all. */
  groups: allGroups,
  group: (groupId) => group('GET', groupId),
  createGroup: (groupId, body) => group('PUT', groupId, body, { 'If-None-Match': '*' }),
  changeGroup: (groupId, body, etag) => group('PATCH', groupId, body, ifMatch(etag)),
  deleteGroup: (groupId, drop) => json('DELETE', withQuery(BASE + path`/groups/${groupId}`, { drop })),
  timers: (groupId, filter, signal) => get(path`/groups/${groupId}/timers`, filter, signal),
  failed: (groupId, filter, signal) => get(path`/groups/${groupId}/failed`, filter, signal),
  settled: (groupId, filter, signal) => get(path`/groups/${groupId}/history`, filter, signal),
  reasons: (groupId) => get(path`/groups/${groupId}/failed/reasons`),
  redrive: (key) => post(withQuery(path`/groups/${key.groupId}/failed/${key.timerId}/redrive`, { scheduledFor: failedRun(key) })),
  bulkJobs: async (groupId) => (await get(path`/groups/${groupId}/bulk`)).jobs,
  bulkJob: ({ groupId, jobId }) => get(path`/groups/${groupId}/bulk/${jobId}`),
  beginBulk: (groupId, job) => post(path`/groups/${groupId}/bulk`, job),
  cancelBulk: ({ groupId, jobId }) => json('DELETE', BASE + path`/groups/${groupId}/bulk/${jobId}`),
  databaseMoves: async (groupId) => (await get(path`/groups/${groupId}/moves`)).moves,
  cancelDatabaseMove: ({ groupId, shard }) => json('DELETE', BASE + path`/groups/${groupId}/moves/${shard}`),
  pause: (groupId, reason) => post(path`/groups/${groupId}/pause`, reason ? { reason } : undefined),
  resume: (groupId) => post(path`/groups/${groupId}/resume`),
  shards: (groupId) => get(path`/groups/${groupId}/shards`),
  history: (range, groupId) => get('/history', { range, groupId }),
  system: () => get('/system'),
  cluster: () => get('/cluster'),
  openApi: () => json('GET', '/openapi.json'),
  /** One that is not ready answers 503 and says why. */
  ready: async () => parsed((await send('GET', '/health/ready')).text),
  /** Any call, with whatever came back: for trying the API. */
  raw: send,
};
