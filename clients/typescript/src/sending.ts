/** One call, sent again by the rules of the API until it is answered or its time is over. */
import { errorOf } from './errors.js';
import type { Problem } from './types.js';

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** How much a pause may differ, so that clients do not come back all at once. */
const JITTER = 0.25;

/** Failures of Node.js before anything was sent. What other runtimes say is taken for an unknown outcome. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A request as it goes to one server or another. */
export interface Call {
  method: string;
  path: string;
  body?: string;
  ifMatch?: string | undefined;
  /** Whether it may be sent again though nobody knows whether it was carried out. */
  repeatable?: boolean;
}

/** What a server said, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** How calls are sent. */
export interface Sending {
  servers: string[];
  key?: string | (() => string | Promise<string>) | undefined;
  patienceMs: number;
  requestTimeoutMs: number;
  repeatUnknown: boolean;
  fetch: typeof fetch;
}

/** What was answered, which is not one of the answers that ask to come again. */
export async function send(call: Call, how: Sending): Promise<Answer> {
  const until = performance.now() + how.patienceMs;
  const first = Math.floor(Math.random() * how.servers.length);
  let pause = SHORTEST_PAUSE_MS;
  let unknown = false;
  for (let trial = 0; ; trial++) {
    const server = how.servers[(first + trial) % how.servers.length]!;
    const heard = await exchange(server, call, how);
    if (heard.answer && !isTemporary(heard.answer.status)) {
      return heard.answer;
    }
    const problem = heard.answer ? problemOf(heard.answer) : heard.problem;
    unknown ||= problem.outcomeUnknown ?? false;
    const mayRepeat = !problem.outcomeUnknown || (call.repeatable === true && how.repeatUnknown);
    const wait = jittered((heard.answer && retryAfterMs(heard.answer)) ?? pause);
    if (!mayRepeat || performance.now() + wait >= until) {
      throw errorOf({ ...problem, outcomeUnknown: unknown });
    }
    await new Promise((done) => setTimeout(done, wait));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

type Heard = { answer: Answer } | { answer?: never; problem: Problem };

async function exchange(server: string, call: Call, how: Sending): Promise<Heard> {
  const headers = await headersOf(call, how);
  try {
    const response = await how.fetch(server.replace(/\/+$/, '') + call.path, {
      method: call.method,
      headers,
      body: call.body ?? null,
      redirect: 'manual',
      signal: AbortSignal.timeout(how.requestTimeoutMs),
    });
    return { answer: { status: response.status, headers: response.headers, text: await response.text() } };
  } catch (failure) {
    return { problem: newProblem(0, 'NO_ANSWER', `${server}: ${reason(failure)}`, !NO_CONNECTION.has(codeOf(failure))) };
  }
}

async function headersOf(call: Call, how: Sending): Promise<Record<string, string>> {
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' };
  if (call.body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  if (call.ifMatch !== undefined) {
    headers['if-match'] = call.ifMatch;
  }
  if (how.key !== undefined) {
    const key = typeof how.key === 'string' ? how.key : await how.key();
    headers['authorization'] = `Bearer ${key.trim()}`;
  }
  return headers;
}

function codeOf(failure: unknown): string {
  const cause = (failure as { cause?: { code?: unknown } }).cause;
  return typeof cause?.code === 'string' ? cause.code : '';
}

function reason(failure: unknown): string {
  return [String(failure), codeOf(failure)].filter((it) => it !== '').join(', ');
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** What Belfry says. What others on the way say instead, a date or a year, says nothing. */
function retryAfterMs(answer: Answer): number | undefined {
  const text = answer.headers.get('retry-after') ?? '';
  return /^[0-9]{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}

function jittered(wait: number): number {
  return wait * (1 - JITTER + 2 * JITTER * Math.random());
}

/** Only Belfry's own 503 knows that nothing was changed; what broke on the way knows nothing. */
export function problemOf(answer: Answer): Problem {
  const told = parsed(answer.text);
  if (told === undefined) {
    return newProblem(answer.status, `HTTP_${answer.status}`, 'the answer is no problem document', answer.status >= 500);
  }
  return told.status === 500 || told.status > 503 ? { ...told, outcomeUnknown: true } : told;
}

function parsed(text: string): Problem | undefined {
  try {
    const told = JSON.parse(text) as Partial<Problem> | null;
    return typeof told?.status === 'number' && typeof told.code === 'string' ? (told as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function newProblem(status: number, code: string, detail: string, outcomeUnknown: boolean): Problem {
  return { type: 'about:blank', title: code, status, code, detail, outcomeUnknown };
}
