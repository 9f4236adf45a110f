/** Callbacks: who sent them, and what they say. */
import type { CallbackEnvelope } from './types.js';

/** A request that is no callback of Belfry, or not one of now: answer 400 or 401 and do nothing else. */
export class InvalidCallback extends Error {
  override name = 'InvalidCallback';
}

/** A call of a timer. Repeats of one delivery have the same `webhookId`. */
export interface Callback {
  webhookId: string;
  sentAt: Date;
  groupId: string;
  timerId: string;
  timerUuid: string;
  executeAt: Date;
  /** Counts from 1 for each schedule of the timer. */
  attempt: number;
  correlationId: string | undefined;
  payload: unknown;
  /** Of a timer with a schedule: the instant of the run. */
  scheduledFor: Date | undefined;
  /** Of a timer with a schedule: the number of the run. */
  run: number | undefined;
}

/** The headers of a fetch request, or those of Node.js and of web frameworks. */
export type HeaderSource = Headers | Record<string, string | string[] | undefined>;

export interface ReceiverOptions {
  /** How far the time of a callback may be from now, so that old ones can not be sent again; 300. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

const PREFIX = 'whsec_';
const VERSION = 'v1,';

/** What an envelope says, from the body or from headers. */
type Said = CallbackEnvelope & { scheduledFor?: string | undefined; run?: number | undefined };

/** Takes callbacks that are signed with one of its keys. */
export class Receiver {
  private readonly keys: Promise<CryptoKey>[];
  private readonly tolerance: number;
  private readonly clock: () => number;

  /** Keys as the server has them (`whsec_…`); while keys change, the old and the new one. */
  constructor(signingKeys: string | string[], options: ReceiverOptions = {}) {
    this.keys = [signingKeys].flat().map(keyBytes).map(imported);
    if (this.keys.length === 0) {
      throw new TypeError('a receiver needs the signing key of the group');
    }
    this.tolerance = options.toleranceSeconds ?? 300;
    this.clock = options.clock ?? Date.now;
  }

  /**
   * The callback in a request.
   *
   * @param body as it came, before anybody parsed it; empty for GET and DELETE
   * @throws InvalidCallback
   */
  async receive(headers: HeaderSource, body: Uint8Array | string): Promise<Callback> {
    const find = finder(headers);
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const webhookId = required(find, 'webhook-id');
    const timestamp = required(find, 'webhook-timestamp');
    this.requireFresh(timestamp);
    await this.requireSigned(required(find, 'webhook-signature'), signed(webhookId, timestamp, bytes));
    try {
      return callback(webhookId, Number(timestamp), said(find, bytes));
    } catch (failure) {
      throw new InvalidCallback(`it is signed, but can not be read: ${String(failure)}`, { cause: failure });
    }
  }

  private requireFresh(timestamp: string): void {
    const age = this.clock() / 1_000 - Number(timestamp);
    if (!/^[0-9]+$/.test(timestamp) || Math.abs(age) > this.tolerance) {
      throw new InvalidCallback('webhook-timestamp is too far from now');
    }
  }

  /** The comparison is that of Web Crypto, whose time tells nothing. */
  private async requireSigned(signatures: string, text: Uint8Array<ArrayBuffer>): Promise<void> {
    for (const signature of signatures.split(' ').flatMap(signatureBytes)) {
      for (const key of this.keys) {
        if (await crypto.subtle.verify('HMAC', await key, signature, text)) {
          return;
        }
      }
    }
    throw new InvalidCallback('webhook-signature fits none of the keys');
  }
}

function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  let key;
  try {
    key = bytesOf(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text);
  } catch {
    throw new TypeError('a signing key is base64, after whsec_');
  }
  if (key.length === 0) {
    throw new TypeError('a signing key is empty: anybody could sign');
  }
  return key;
}

function imported(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function signatureBytes(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return text.startsWith(VERSION) ? [bytesOf(text.slice(VERSION.length))] : [];
  } catch {
    return [];
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
}

function signed(webhookId: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${webhookId}.${timestamp}.`);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

type Finder = (name: string) => string | undefined;

function finder(headers: HeaderSource): Finder {
  if (headers instanceof Headers) {
    return (name) => headers.get(name) ?? undefined;
  }
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [byName.get(name)].flat()[0];
}

function required(find: Finder, name: string): string {
  const value = find(name);
  if (!value) {
    throw new InvalidCallback(`${name} is missing`);
  }
  return value;
}

function said(find: Finder, body: Uint8Array): Said {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  return find('webhook-timer-id') === undefined ? (JSON.parse(text) as Said) : inHeaders(find, text);
}

/** Of a timer with `body: payload`, or one without a body. The signature does not cover these headers. */
function inHeaders(find: Finder, body: string): Said {
  const run = find('webhook-run');
  return {
    groupId: required(find, 'webhook-group-id'),
    timerId: decodeURIComponent(required(find, 'webhook-timer-id')),
    timerUuid: required(find, 'webhook-timer-uuid'),
    executeAt: required(find, 'webhook-execute-at'),
    attempt: Number(required(find, 'webhook-attempt')),
    correlationId: find('webhook-correlation-id') ?? null,
    payload: body === '' ? undefined : JSON.parse(body),
    scheduledFor: find('webhook-scheduled-for'),
    run: run === undefined ? undefined : Number(run),
  };
}

function callback(webhookId: string, timestamp: number, it: Said): Callback {
  if (typeof it.groupId !== 'string' || typeof it.timerId !== 'string' || !Number.isInteger(it.attempt)) {
    throw new TypeError('it names no timer');
  }
  return {
    webhookId,
    sentAt: new Date(timestamp * 1_000),
    groupId: it.groupId,
    timerId: it.timerId,
    timerUuid: it.timerUuid,
    executeAt: instant(it.executeAt),
    attempt: it.attempt,
    correlationId: it.correlationId ?? undefined,
    payload: it.payload,
    scheduledFor: it.scheduledFor === undefined ? undefined : instant(it.scheduledFor),
    run: it.run,
  };
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) {
    throw new TypeError(`${text} is no instant`);
  }
  return at;
}
