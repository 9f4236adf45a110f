/** Timers of a Belfry server, and receivers of its callbacks. */
export { BelfryClient, type ClientOptions, type Deletion, type Page, type Stored } from './client.js';
export {
  BelfryError,
  Conflict,
  Denied,
  NotFound,
  OutcomeUnknown,
  PreconditionFailed,
  Refused,
  Unavailable,
} from './errors.js';
export { InvalidCallback, Receiver, type Callback, type HeaderSource, type ReceiverOptions } from './receiver.js';
export type * from './types.js';
