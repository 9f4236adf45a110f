/** What goes wrong. The class of an error says what the caller may do next. */
import type { Problem, Timer } from './types.js';

/** A call that did not do what was asked. */
export class BelfryError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = new.target.name;
  }

  /** The stable name of the refusal; `NO_ANSWER` if there was no answer. */
  get code(): string {
    return this.problem.code;
  }

  /** Of HTTP; 0 if there was no answer. */
  get status(): number {
    return this.problem.status;
  }

  /** The offending field. */
  get field(): string | undefined {
    return this.problem.field;
  }

  /** The timer that stands in the way. */
  get existing(): Timer | undefined {
    return this.problem.timer;
  }
}

/** There is no such timer or group. */
export class NotFound extends BelfryError {}

/** Another timer stands in the way; `existing` shows it. */
export class Conflict extends BelfryError {}

/** The timer does not have this revision any more; look at it again. */
export class PreconditionFailed extends BelfryError {}

/** The request can not be accepted as it is; asking again can not help. */
export class Refused extends BelfryError {}

/** The server does not know who asks, or does not let it do this. */
export class Denied extends BelfryError {}

/** Nothing was changed, for as long as the client was told to try: ask again later. */
export class Unavailable extends BelfryError {}

/** The change may or may not have been made: look at the timer to find out. */
export class OutcomeUnknown extends BelfryError {}

const BY_STATUS: Record<number, typeof BelfryError> = {
  0: Unavailable,
  401: Denied,
  403: Denied,
  404: NotFound,
  408: Unavailable,
  429: Unavailable,
  409: Conflict,
  412: PreconditionFailed,
  503: Unavailable,
};

export function errorOf(problem: Problem): BelfryError {
  const kind = problem.outcomeUnknown ? OutcomeUnknown : (BY_STATUS[problem.status] ?? Refused);
  return new kind(problem);
}
