// History from the server, continued by what comes each second.
import { shallowReactive, watch, onUnmounted } from './dom.js';
import { api } from './api.js';
import { rates, live, total } from './sse.js';

export const RANGES = ['5m', '15m', '1h', '6h', '24h'];
/** Names of rates in events; other figures have the same name there. */
const FIELDS = { created: 'createdPerSecond', fired: 'firedPerSecond', attempts: 'attemptsPerSecond', retried: 'retriedPerSecond', failed: 'failedPerSecond' };
const FASTEST_MILLIS = 10_000;
const LONGEST_GAP = 60;
const SLOWEST_MILLIS = 30_000;

/** {range, data: {from, step, series}, problem} of a group or of all, kept up to date. */
export function useHistory(groupId) {
  const history = shallowReactive({ range: '5m', data: null, problem: null, load });
  let timer = null;

  async function load() {
    clearTimeout(timer);
    const { range } = history;
    try {
      const { from, stepMillis, series, missing } = await api.history(range, groupId);
      if (range !== history.range) return;
      Object.assign(history, { data: { from: Date.parse(from), step: stepMillis, series, missing }, problem: null });
    } catch (problem) {
      history.problem = problem;
    }
    clearTimeout(timer);
    timer = setTimeout(load, Math.min(SLOWEST_MILLIS, Math.max(history.data?.step ?? 0, FASTEST_MILLIS)));
  }

  /** The finest range moves on with each event; the others wait for their next step. */
  function follow(event) {
    const { data } = history;
    if (data?.step !== 1_000) return;
    const figures = groupId ? event.groups.find((group) => group.groupId === groupId) : event;
    const steps = Math.round((Date.parse(event.at) - data.from) / data.step) - data.series.fired.length + 1;
    if (!figures || steps < 1 || steps > LONGEST_GAP) return;
    const moved = Object.entries(data.series).map(([name, values]) => [name, [...values.slice(steps), ...Array(steps - 1).fill(null), total(figures, FIELDS[name] ?? name)]]);
    history.data = { ...data, from: data.from + steps * data.step, series: Object.fromEntries(moved) };
  }

  watch(() => history.range, () => { history.data = null; load(); });
  watch(() => rates.latest, follow);
  watch(() => live.connects, (_, before) => before > 0 && load());
  onUnmounted(() => clearTimeout(timer));
  load();
  return history;
}
