/** What requests and answers are made of, under the names of the API's schemas. */

/** In requests a Date or RFC 3339; answers have texts. */
export type Instant = string | Date;

/** Such as `500ms`, `30s`, `10m`, `24h` or `7d`. */
export type Duration = string;

export type Method = 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE';
export type Body = 'envelope' | 'payload';

/** How often and how long to try again; what is left out is the group's. */
export interface RetryFields {
  maxAttempts?: number;
  maxDuration?: Duration;
  initialInterval?: Duration;
  backoffMultiplier?: number;
  maxInterval?: Duration;
  success?: '2xx' | 'strict';
  permanentStatuses?: number[];
}

/** Which callbacks have failed, and how often and how long those are tried again. */
export interface RetryPolicy {
  maxAttempts: number;
  maxDuration: Duration;
  initialInterval: Duration;
  backoffMultiplier: number;
  maxInterval: Duration;
  success: '2xx' | 'strict';
  permanentStatuses: number[];
}

/** When a timer runs again and again, either by `cron` or by `every`. */
export interface Schedule {
  cron?: string;
  zone?: string;
  every?: Duration;
  anchor?: Instant;
  startAt?: Instant;
  endAt?: Instant;
  count?: number;
  catchUp?: 'none' | 'latest' | 'all';
  jitter?: Duration;
  onFailure?: 'continue' | 'pause';
}

/** Fields to change; those not named stay as they are, and null means the default. */
export interface TimerPatch {
  executeAt?: Instant;
  delay?: Duration;
  callbackUrl?: string;
  payload?: unknown;
  callbackTimeout?: Duration | null;
  retryPolicy?: RetryFields | null;
  correlationId?: string | null;
  headers?: Record<string, string> | null;
  credential?: string | null;
  method?: Method | null;
  body?: Body | null;
  onFailed?: string | null;
  schedule?: Schedule;
}

/** A timer to put; its names are given apart. */
export interface TimerReplacement {
  callbackUrl: string;
  executeAt?: Instant;
  delay?: Duration;
  payload?: unknown;
  callbackTimeout?: Duration;
  retryPolicy?: RetryFields;
  correlationId?: string;
  headers?: Record<string, string>;
  credential?: string;
  onFailed?: string;
  method?: Method;
  body?: Body;
  schedule?: Schedule;
}

/** A timer to create: at an instant (`executeAt`), some time from now (`delay`), or by a `schedule`. */
export interface NewTimer {
  timerId: string;
  callbackUrl: string;
  groupId?: string;
  executeAt?: Instant;
  delay?: Duration;
  payload?: unknown;
  callbackTimeout?: Duration;
  retryPolicy?: RetryFields;
  correlationId?: string;
  headers?: Record<string, string>;
  credential?: string;
  onFailed?: string;
  method?: Method;
  body?: Body;
  schedule?: Schedule;
}

/** A run of a schedule that failed for good and is kept. */
export interface FailedRun {
  scheduledFor: string;
}

/** One attempt of a timer, and what came of it; without a status there was no answer. */
export interface PastAttempt {
  startedAt: string;
  node: string;
  durationMillis: number;
  status?: number;
  error?: string;
}

/** A timer as the server showed it. */
export interface Timer {
  groupId: string;
  timerId: string;
  timerUuid: string;
  executeAt: string;
  callbackUrl: string;
  callbackTimeout: Duration;
  method: Method;
  body: Body;
  retryPolicy: RetryPolicy;
  createdAt: string;
  updatedAt: string;
  attempts: number;
  state: 'SCHEDULED' | 'REACHED' | 'FAILED' | 'CANCELLED';
  payload?: unknown;
  headers?: Record<string, string>;
  credential?: string;
  onFailed?: string;
  correlationId?: string;
  lastError?: string;
  nextAttemptAt?: string;
  reachedAt?: string;
  failedAt?: string;
  cancelledAt?: string;
  lastAttempts?: PastAttempt[];
  keptUntil?: string;
  schedule?: Schedule;
  scheduledFor?: string;
  run?: number;
  skippedRuns?: number;
  paused?: boolean;
  failedRuns?: FailedRun[];
  redrivenRun?: string;
}

/** Some timers of a list; `nextCursor` says where it goes on, and is missing at its end. */
export interface TimerPage {
  timers: Timer[];
  nextCursor?: string;
}

/** One thing that is wrong with what was sent. */
export interface FieldError {
  field: string;
  detail: string;
}

/** A refusal, as the server explains it. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  field?: string;
  errors?: FieldError[];
  timer?: Timer;
  outcomeUnknown?: boolean;
}

/** What became of one timer of a batch: the timer if the status is 200 or 201, else a problem. */
export interface BatchResult {
  status: number;
  timer?: Timer;
  problem?: Problem;
}

export type BulkAction = 'delete' | 'fire' | 'postpone' | 'redrive';

/** Which timers of a group a bulk job is for; what is left out lets all pass. */
export interface BulkFilter {
  state?: 'SCHEDULED' | 'FAILED';
  from?: Instant;
  until?: Instant;
  correlationId?: string;
  idPrefix?: string;
  host?: string;
  error?: string;
}

/** What to do with all timers that a filter lets pass; `by` is for postpone, a dry run only counts. */
export interface BulkRequest {
  action: BulkAction;
  by?: Duration;
  dryRun?: boolean;
  state?: 'SCHEDULED' | 'FAILED';
  from?: Instant;
  until?: Instant;
  correlationId?: string;
  idPrefix?: string;
  host?: string;
  error?: string;
}

/** A bulk job and how far it has come; `sample` is of a dry run, `reason` of a job that failed as a whole. */
export interface BulkJob {
  jobId: string;
  groupId: string;
  action: BulkAction;
  dryRun: boolean;
  filter: BulkFilter;
  status: 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';
  createdAt: string;
  matched: number;
  done: number;
  skipped: number;
  failed: number;
  by?: Duration;
  reason?: string;
  failures?: string[];
  sample?: string[];
}

/** Whether a group is paused, and which shards have not heard of it yet. */
export interface PauseState {
  groupId: string;
  paused: boolean;
  unconfirmedShards: number[];
  pausedSince?: string;
  pauseReason?: string;
}

/** A run that a schedule would have, also in its own time zone. */
export interface ScheduledRun {
  scheduledFor: string;
  local: string;
}

/** The body of a callback. */
export interface CallbackEnvelope {
  groupId: string;
  timerId: string;
  timerUuid: string;
  executeAt: string;
  attempt: number;
  correlationId: string | null;
  payload: unknown;
}

/** What a receiver may say in the body of a 2xx. */
export interface CallbackAnswer {
  ok?: boolean;
  nextExecuteAt?: Instant;
  payload?: unknown;
}
