// What is loaded from the server, again after an outage, and kept while the next answer is on its way.
import { shallowReactive, onUnmounted } from './dom.js';
import { live, onReconnect } from './sse.js';

const PAGE = 200;
const LARGEST_PAGE = 1_000;
/** Beyond this a browser is the wrong place to look at timers. */
export const MOST_ROWS = 20_000;

/** Loads something, and every so often if asked: {data, problem, again}. */
export function useLoad(load, everyMillis) {
  const state = shallowReactive({ data: null, problem: null, again });
  let asked = 0;

  async function again() {
    const mine = ++asked;
    const answer = await load().then((data) => ({ data, problem: null }), (problem) => ({ problem }));
    if (mine === asked) Object.assign(state, answer);
  }

  onReconnect(again);
  const timer = everyMillis && setInterval(() => !document.hidden && live.state !== 'lost' && again(), everyMillis);
  onUnmounted(() => clearInterval(timer));
  again();
  return state;
}

/** Something that a form sends: {busy, problem, submit}. */
export function useSend(send) {
  const state = shallowReactive({ busy: false, problem: null, submit });
  async function submit(event) {
    event.preventDefault();
    Object.assign(state, { busy: true, problem: null });
    state.problem = await send().then(() => null, (problem) => problem);
    state.busy = false;
  }
  return state;
}

/** A list that comes in pages, gathered as far as somebody looks. `load(parameters, signal)` gives {timers, nextCursor}. */
export function usePages(load) {
  const pages = shallowReactive({ rows: [], problem: null, busy: false, complete: false, more, all, again });
  let cursor = null, control = null, coming = null;

  /** The next page, or the one that is on its way: who asks for more waits for it. */
  function more(limit = PAGE) {
    if (pages.complete || pages.problem) return null;
    if (!pages.busy) coming = page(limit);
    return coming;
  }

  async function page(limit) {
    const mine = control;
    pages.busy = true;
    const { timers = [], nextCursor = null, problem = null } = await load({ limit, cursor }, mine.signal).catch((failure) => ({ problem: failure }));
    if (mine !== control) return;
    if (!problem) cursor = nextCursor;
    Object.assign(pages, { rows: pages.rows.concat(timers), complete: !problem && !cursor, problem, busy: false });
  }

  /** Gathers all that is left, page by page. */
  async function all() {
    while (!pages.complete && !pages.problem && pages.rows.length < MOST_ROWS) await more(LARGEST_PAGE);
  }

  function again() {
    control?.abort();
    control = new AbortController();
    cursor = null;
    Object.assign(pages, { rows: [], problem: null, busy: false, complete: false });
    return more();
  }

  onReconnect(again);
  onUnmounted(() => control?.abort());
  return pages;
}
