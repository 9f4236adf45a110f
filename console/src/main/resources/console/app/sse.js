// What the server tells each second. A stream that falls silent is as gone as one that breaks.
import { reactive, shallowReactive } from './dom.js';

const RETRY_MILLIS = 2_000;
const SILENCE_MILLIS = 6_000;
const KEPT = 300;

/** `state` is connecting, open or lost; `connects` counts streams, so that views load anew after an outage. */
export const live = reactive({ state: 'connecting', connects: 0, since: Date.now(), at: null });

/** The newest event, and the last five minutes of them. */
export const rates = shallowReactive({ latest: null, byGroup: new Map(), recent: [] });

let source = null;
let lastHeard = 0;

export function listen() {
  open();
  setInterval(() => {
    if (source && live.state === 'open' && Date.now() - lastHeard > SILENCE_MILLIS) lose();
  }, 1_000);
}

/** Tries at once, for whoever does not want to wait. */
export function reconnect() {
  source?.close();
  open();
}

function open() {
  const mine = new EventSource('/events');
  source = mine;
  mine.addEventListener('rates', (event) => source === mine && hear(JSON.parse(event.data)));
  mine.onerror = () => source === mine && lose();
}

function lose() {
  source?.close();
  source = null;
  if (live.state !== 'lost') live.since = Date.now();
  live.state = 'lost';
  setTimeout(() => source ?? open(), RETRY_MILLIS);
}

function hear(event) {
  lastHeard = Date.now();
  live.at = event.at;
  if (live.state !== 'open') {
    live.state = 'open';
    live.connects++;
  }
  const recent = rates.recent.slice(-KEPT + 1);
  recent.push(event);
  rates.recent = recent;
  rates.byGroup = new Map(event.groups.map((group) => [group.groupId, group]));
  rates.latest = event;
}

/** A figure of the whole: as the server has it, or over the groups the sum of rates and the worst of times. */
export function total(event, field) {
  const whole = event?.total?.[field] ?? event?.[field];
  if (whole != null) return whole;
  const known = (event?.groups ?? []).map((group) => group[field]).filter((value) => value != null);
  if (!known.length) return null;
  return field.endsWith('Millis') ? Math.max(...known) : known.reduce((sum, value) => sum + value, 0);
}
