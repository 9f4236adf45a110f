// A list that the server gives in pages, gathered as far as somebody looks.
import { ref, shallowRef, watch, onUnmounted } from './dom.js';
import { live } from './sse.js';

const PAGE = 200;
/** Beyond this a browser is the wrong place to look at timers. */
export const MOST_ROWS = 20_000;

/** `load(parameters, signal)` gives {timers, nextCursor}. */
export function usePages(load) {
  const rows = shallowRef([]);
  const problem = shallowRef(null);
  const busy = ref(false);
  const complete = ref(false);
  let cursor = null, control = null;

  async function more(limit = PAGE) {
    if (busy.value || complete.value || problem.value) return;
    busy.value = true;
    const mine = control;
    try {
      const page = await load({ limit, cursor }, mine.signal);
      if (mine !== control) return;
      rows.value = rows.value.concat(page.timers);
      cursor = page.nextCursor ?? null;
      complete.value = !cursor;
    } catch (failure) {
      if (mine === control) problem.value = failure;
    } finally {
      if (mine === control) busy.value = false;
    }
  }

  /** Gathers all that is left, page by page. */
  async function all() {
    while (!complete.value && !problem.value && rows.value.length < MOST_ROWS) await more(1_000);
  }

  function again() {
    control?.abort();
    control = new AbortController();
    rows.value = [];
    cursor = problem.value = null;
    busy.value = complete.value = false;
    return more();
  }

  watch(() => live.connects, (_, before) => before > 0 && again());
  onUnmounted(() => control?.abort());
  return { rows, problem, busy, complete, more, all, again };
}
