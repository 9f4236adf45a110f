// Everything the console asks the server. Failures are Problems, whatever happened.
import { fieldText } from './json.js';

const BASE = '/api/v1';
const PATIENCE_MILLIS = 20_000;
const part = encodeURIComponent;

/** What went wrong, in words for a person. */
export class Problem extends Error {
  constructor({ status = 0, code = '', detail = '', title = '', field, timer, outcomeUnknown }) {
    super(detail || title || `The server answered ${status}.`);
    Object.assign(this, { status, code, field, timer, outcomeUnknown });
  }
}

const unreachable = () => new Problem({ code: 'UNREACHABLE', detail: 'The server does not answer. It is tried again.' });

async function send(method, path, { body, headers = {}, signal } = {}) {
  const request = { method, headers: { Accept: 'application/json, application/problem+json', ...headers }, cache: 'no-store' };
  if (body !== undefined) {
    request.body = typeof body === 'string' ? body : JSON.stringify(body);
    request.headers['Content-Type'] ??= 'application/json';
  }
  const late = AbortSignal.timeout(PATIENCE_MILLIS);
  request.signal = signal ? AbortSignal.any([signal, late]) : late;
  let response, text;
  try {
    response = await fetch(path, request);
    text = await response.text();
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw unreachable();
  }
  if (!response.ok) throw new Problem({ status: response.status, ...problemOf(text) });
  return { response, text };
}

function problemOf(text) {
  try { return JSON.parse(text); } catch { return {}; }
}

async function json(method, path, options) {
  const { text } = await send(method, BASE + path, options);
  return text ? JSON.parse(text) : null;
}

function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '' && value != null);
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

/** A timer with its ETag, and its payload as the very text that came. */
function tagged({ response, text }) {
  return { ...JSON.parse(text), etag: response.headers.get('ETag'), payloadText: fieldText(text, 'payload') ?? 'null' };
}

const timerPath = (t) => `${BASE}/timers/${part(t.groupId)}/${part(t.timerId)}`;
const ifMatch = (etag) => (etag ? { 'If-Match': etag } : {});

export const api = {
  timer: async (key, signal) => tagged(await send('GET', timerPath(key), { signal })),
  create: async (body) => tagged(await send('POST', `${BASE}/timers`, { body })),
  patch: async (key, body, etag) => tagged(await send('PATCH', timerPath(key), { body, headers: ifMatch(etag) })),
  fire: async (key, etag) => tagged(await send('POST', `${timerPath(key)}/fire`, { headers: ifMatch(etag) })),
  /** Says whether an attempt was under way: '', 'true' or 'possible'. */
  remove: async (key, etag) =>
    (await send('DELETE', timerPath(key), { headers: ifMatch(etag) })).response.headers.get('Belfry-Attempt-In-Flight') ?? '',
  explanation: (key) => json('GET', `/timers/${part(key.groupId)}/${part(key.timerId)}/explanation`),
  groups: async () => (await json('GET', '/groups')).groups,
  group: (groupId) => json('GET', `/groups/${part(groupId)}`),
  timers: (groupId, filter, signal) => json('GET', `/groups/${part(groupId)}/timers${query(filter)}`, { signal }),
  failed: (groupId, filter, signal) => json('GET', `/groups/${part(groupId)}/failed${query(filter)}`, { signal }),
  reasons: (groupId) => json('GET', `/groups/${part(groupId)}/failed/reasons`),
  redrive: (key) => json('POST', `/groups/${part(key.groupId)}/failed/${part(key.timerId)}/redrive`),
  redriveAll: (groupId, body) => json('POST', `/groups/${part(groupId)}/failed/redrive`, { body }),
  pause: (groupId, reason) => json('POST', `/groups/${part(groupId)}/pause`, reason ? { body: { reason } } : {}),
  resume: (groupId) => json('POST', `/groups/${part(groupId)}/resume`),
  shards: (groupId) => json('GET', `/groups/${part(groupId)}/shards`),
  history: (range, groupId) => json('GET', `/history${query({ range, groupId })}`),
  alarms: async () => (await json('GET', '/alarms')).alarms,
  system: () => json('GET', '/system'),
  cluster: () => json('GET', '/cluster'),
  ready: async () => {
    const response = await fetch('/health/ready', { cache: 'no-store' }).catch(() => { throw unreachable(); });
    return response.json();
  },
  openApi: async () => (await send('GET', '/openapi.yaml', { headers: { Accept: 'application/yaml' } })).text,
  /** Any call, with whatever came back: for trying the API. */
  raw: async (method, path, headers, body) => {
    const started = performance.now();
    const response = await fetch(path, { method, headers, body: body || undefined, cache: 'no-store' });
    const text = await response.text();
    return { status: response.status, headers: [...response.headers], text, millis: performance.now() - started };
  },
};
