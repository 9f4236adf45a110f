/** The calls of the API. */
import { errorOf } from './errors.js';
import { OPERATIONS, type Operation } from './operations.js';
import { problemOf, send, type Answer, type Sending } from './sending.js';
import type {
  BatchResult,
  BulkJob,
  BulkRequest,
  Instant,
  NewTimer,
  PauseState,
  ScheduledRun,
  Timer,
  TimerPage,
  TimerPatch,
  TimerReplacement,
} from './types.js';

/** How a client behaves; the defaults are good for most. */
export interface ClientOptions {
  /** An API key or token; a function is asked before each request. */
  key?: string | (() => string | Promise<string>);
  /** How long a call is tried again in all; 30 s. */
  patienceMs?: number;
  /** How long one request waits for its answer; 15 s, longer than a server takes. */
  requestTimeoutMs?: number;
  /** Whether creates and puts are sent again though they may have been carried out; true. */
  repeatUnknown?: boolean;
  /** Another fetch than the global one, such as one with certificates of its own. */
  fetch?: typeof fetch;
}

/** A timer that is stored as asked, with its revision for conditional changes. */
export interface Stored {
  timer: Timer;
  etag: string;
  /** False if an identical one was there, or if a put replaced one. */
  isNew: boolean;
}

/** What a delete found; the last two: an attempt had started, or may have, and can still arrive. */
export type Deletion = 'NOT_FOUND' | 'DELETED' | 'DELETED_IN_FLIGHT' | 'DELETED_PERHAPS_IN_FLIGHT';

/** Which part of a list. */
export interface Page {
  limit?: number;
  cursor?: string | undefined;
}

interface Request {
  body?: unknown;
  query?: Record<string, string | number | Date | undefined>;
  etag?: string | undefined;
  repeatable?: boolean;
}

/** Timers of a Belfry server or cluster. Calls reject with a BelfryError. */
export class BelfryClient {
  private readonly how: Sending;

  /** A client of the servers at these addresses, such as `http://localhost:8080`. */
  constructor(servers: string | string[], options: ClientOptions = {}) {
    this.how = {
      servers: [servers].flat(),
      key: options.key,
      patienceMs: options.patienceMs ?? 30_000,
      requestTimeoutMs: options.requestTimeoutMs ?? 15_000,
      repeatUnknown: options.repeatUnknown ?? true,
      fetch: options.fetch ?? fetch,
    };
    if (this.how.servers.length === 0) {
      throw new TypeError('a client needs the address of a server');
    }
  }

  /** Creates a timer; an identical one that is there is as good. */
  async create(timer: NewTimer): Promise<Stored> {
    return stored(await this.send('createTimer', [timer.groupId ?? 'default'], { body: timer, repeatable: true }));
  }

  /** Creates a timer or replaces what is there; with an etag only a timer that still has this revision. */
  async put(group: string, id: string, timer: TimerReplacement, etag?: string): Promise<Stored> {
    return stored(await this.send('putTimer', [group, id], { body: timer, etag, repeatable: etag === undefined }));
  }

  /** Changes some fields of a timer. Never repeated when its outcome is unknown. */
  async patch(group: string, id: string, changes: TimerPatch, etag?: string): Promise<Stored> {
    return stored(await this.send('patchTimer', [group, id], { body: changes, etag }));
  }

  /** A timer that is scheduled or kept. */
  async get(group: string, id: string): Promise<Stored | undefined> {
    const answer = await this.exchange('getTimer', [group, id], { repeatable: true });
    return isMissingTimer(answer) ? undefined : stored(successful(answer));
  }

  /** Deletes a timer; afterwards no new callback of it starts. Never repeated when its outcome is unknown. */
  async delete(group: string, id: string, etag?: string): Promise<Deletion> {
    const answer = await this.exchange('deleteTimer', [group, id], { etag });
    if (isMissingTimer(answer)) {
      return 'NOT_FOUND';
    }
    switch (successful(answer).headers.get('belfry-attempt-in-flight')) {
      case null:
        return 'DELETED';
      case 'true':
        return 'DELETED_IN_FLIGHT';
      default:
        return 'DELETED_PERHAPS_IN_FLIGHT';
    }
  }

  /** Fires a timer now. Never repeated when its outcome is unknown. */
  async fire(group: string, id: string, etag?: string): Promise<Stored> {
    return stored(await this.send('fireTimer', [group, id], { etag }));
  }

  /** Creates up to 1,000 timers, each with an outcome of its own, in order. */
  async batch(timers: NewTimer[]): Promise<BatchResult[]> {
    const answer = await this.send('changeTimers', [], { body: { timers }, repeatable: true });
    return json<{ results: BatchResult[] }>(answer).results;
  }

  /** A page of a group's scheduled timers, in the order in which they will fire. */
  async list(
    group: string,
    query: Page & { from?: Instant; until?: Instant; correlationId?: string } = {},
  ): Promise<TimerPage> {
    return json(await this.send('listTimers', [group], { query: { ...query }, repeatable: true }));
  }

  /** A page of a group's dead letters, the latest first. */
  async failed(group: string, query: Page = {}): Promise<TimerPage> {
    return json(await this.send('listFailed', [group], { query: { ...query }, repeatable: true }));
  }

  /**
   * Schedules a dead letter anew, for now: the timer, or of one with a schedule the run of an instant. Never repeated when its outcome is
   * unknown.
   */
  async redrive(group: string, id: string, run: { scheduledFor?: Instant } = {}): Promise<Stored> {
    return stored(await this.send('redriveTimer', [group, id], { query: { ...run } }));
  }

  /** Begins a job in the background. Never repeated when its outcome is unknown: look at the jobs then. */
  async startBulkJob(group: string, job: BulkRequest): Promise<BulkJob> {
    return json(await this.send('startBulkJob', [group], { body: job }));
  }

  /** How far a bulk job is. */
  async bulkJob(group: string, jobId: string): Promise<BulkJob> {
    return json(await this.send('getBulkJob', [group, jobId], { repeatable: true }));
  }

  /** The group's bulk jobs, the latest first. */
  async bulkJobs(group: string): Promise<BulkJob[]> {
    return json<{ jobs: BulkJob[] }>(await this.send('listBulkJobs', [group], { repeatable: true })).jobs;
  }

  /** What it has changed stays changed; a job that is over stays as it is. */
  async cancelBulkJob(group: string, jobId: string): Promise<BulkJob> {
    return json(await this.send('cancelBulkJob', [group, jobId], { repeatable: true }));
  }

  /** No run of the timer's schedule starts any more; one that is due goes on. */
  async pauseTimer(group: string, id: string): Promise<Stored> {
    return stored(await this.send('pauseTimer', [group, id], { repeatable: true }));
  }

  /** Missed runs are caught up as the schedule says. */
  async resumeTimer(group: string, id: string): Promise<Stored> {
    return stored(await this.send('resumeTimer', [group, id], { repeatable: true }));
  }

  /** The next runs of a cron expression, without a timer. */
  async preview(cron: string, zone = 'UTC', n = 10): Promise<ScheduledRun[]> {
    const answer = await this.send('previewSchedule', [], { query: { cron, zone, n }, repeatable: true });
    return json<{ runs: ScheduledRun[] }>(answer).runs;
  }

  /** No attempt of the group starts any more; nothing is lost. */
  async pause(group: string, reason?: string): Promise<PauseState> {
    return json(await this.send('pauseGroup', [group], { body: { reason }, repeatable: true }));
  }

  /** Timers of the group fire again, those that became due meanwhile at once. */
  async resume(group: string): Promise<PauseState> {
    return json(await this.send('resumeGroup', [group], { repeatable: true }));
  }

  private async send(operation: Operation, names: string[], request: Request): Promise<Answer> {
    return successful(await this.exchange(operation, names, request));
  }

  private exchange(operation: Operation, names: string[], request: Request): Promise<Answer> {
    const [method, template] = OPERATIONS[operation];
    const left = names.map(encodeURIComponent);
    const path = template.replace(/\{\w+\}/g, () => left.shift()!) + queryOf(request.query ?? {});
    const { etag: ifMatch, repeatable = false } = request;
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    return send({ method, path, ifMatch, repeatable, ...body }, this.how);
  }
}

function queryOf(query: Record<string, string | number | Date | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      given.set(name, value instanceof Date ? value.toISOString() : String(value));
    }
  }
  return given.size === 0 ? '' : `?${given}`;
}

function successful(answer: Answer): Answer {
  if (answer.status < 200 || answer.status >= 300) {
    throw errorOf(problemOf(answer));
  }
  return answer;
}

function isMissingTimer(answer: Answer): boolean {
  return answer.status === 404 && problemOf(answer).code === 'TIMER_NOT_FOUND';
}

function json<T>(answer: Answer): T {
  return JSON.parse(answer.text) as T;
}

function stored(answer: Answer): Stored {
  return { timer: json(answer), etag: answer.headers.get('etag') ?? '', isNew: answer.status === 201 };
}
