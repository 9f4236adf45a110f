// A list that the server gives in pages, gathered as far as somebody looks.
import { shallowReactive, watch, onUnmounted } from './dom.js';
import { live } from './sse.js';

const PAGE = 200;
const LARGEST_PAGE = 1_000;
/** Beyond this a browser is the wrong place to look at timers. */
export const MOST_ROWS = 20_000;

/** `load(parameters, signal)` gives {timers, nextCursor}. */
export function usePages(load) {
  const pages = shallowReactive({ rows: [], problem: null, busy: false, complete: false, more, all, again });
  let cursor = null, control = null;

  async function more(limit = PAGE) {
    if (pages.busy || pages.complete || pages.problem) return;
    pages.busy = true;
    const mine = control;
    try {
      const { timers, nextCursor = null } = await load({ limit, cursor }, mine.signal);
      if (mine !== control) return;
      cursor = nextCursor;
      Object.assign(pages, { rows: pages.rows.concat(timers), complete: !cursor });
    } catch (problem) {
      if (mine === control) pages.problem = problem;
    } finally {
      if (mine === control) pages.busy = false;
    }
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

  watch(() => live.connects, (_, before) => before > 0 && again());
  onUnmounted(() => control?.abort());
  return pages;
}
