// What the server tells each second. A stream that falls silent is as gone as one that breaks.
import { reactive, shallowReactive, watch } from './dom.js';

const RETRY_MILLIS = 2_000;
const SILENCE_MILLIS = 6_000;
const KEPT = 300;

/** `state` is connecting, open or lost, `since` when; `connects` counts streams. */
export const live = reactive({ state: 'connecting', connects: 0, since: Date.now() });

/** The newest event, and the last five minutes of them. */
export const rates = shallowReactive({ latest: null, byGroup: new Map(), recent: [] });

let source = null;
let lastHeard = 0;

export function listen() {
  open();
  setInterval(() => live.state === 'open' && Date.now() - lastHeard > SILENCE_MILLIS && lose(), 1_000);
}

/** Does something whenever an outage is over. */
export const onReconnect = (act) => watch(() => live.connects, (_, before) => before > 0 && act());

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
  if (live.state !== 'lost') Object.assign(live, { state: 'lost', since: Date.now() });
  setTimeout(() => source ?? open(), RETRY_MILLIS);
}

function hear(event) {
  lastHeard = Date.now();
  if (live.state !== 'open') Object.assign(live, { state: 'open', connects: live.connects + 1 });
  Object.assign(rates, { latest: event, byGroup: new Map(event.groups.map((group) => [group.groupId, group])), recent: [...rates.recent.slice(1 - KEPT), event] });
}
