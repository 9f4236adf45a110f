// History from the server, continued by what comes each second.
import { ref, shallowRef, watch, onUnmounted } from './dom.js';
import { api } from './api.js';
import { rates, live, total } from './sse.js';

export const RANGES = ['5m', '15m', '1h', '6h', '24h'];
const FIELDS = { created: 'createdPerSecond', fired: 'firedPerSecond', attempts: 'attemptsPerSecond', retried: 'retriedPerSecond', failed: 'failedPerSecond',
  latenessP50Millis: 'latenessP50Millis', latenessP99Millis: 'latenessP99Millis', latenessMaxMillis: 'latenessMaxMillis', backlogAgeMillis: 'backlogAgeMillis', inFlight: 'inFlight' };
const SLOWEST_MILLIS = 30_000;

/** {from, step, series} of a group or of all, kept up to date. */
export function useHistory(groupId) {
  const range = ref('5m');
  const data = shallowRef(null);
  const problem = shallowRef(null);
  let timer = null;

  async function load() {
    clearTimeout(timer);
    const asked = range.value;
    try {
      const { at, from, stepMillis, series, missing = [] } = await api.history(asked, groupId);
      if (asked !== range.value) return;
      data.value = { at: Date.parse(at), from: Date.parse(from), step: stepMillis, series, missing };
      problem.value = null;
    } catch (failure) {
      problem.value = failure;
    }
    clearTimeout(timer);
    timer = setTimeout(load, Math.min(SLOWEST_MILLIS, Math.max(data.value?.step ?? 0, 10_000)));
  }

  /** The finest range moves on with each event; the others wait for their next step. */
  function follow(event) {
    const { value } = data;
    if (!value || value.step !== 1_000 || !event) return;
    const source = groupId ? event.groups.find((group) => group.groupId === groupId) : null;
    const figure = (field) => (groupId ? source?.[field] ?? null : total(event, field));
    const steps = Math.round((Date.parse(event.at) - value.from) / value.step) - value.series.fired.length + 1;
    if (steps < 1 || steps > 60) return;
    const series = Object.fromEntries(Object.entries(value.series).map(([name, values]) =>
      [name, [...values.slice(steps), ...Array(steps - 1).fill(null), figure(FIELDS[name])]]));
    data.value = { ...value, from: value.from + steps * value.step, series };
  }

  watch(range, () => { data.value = null; load(); });
  watch(() => rates.latest, follow);
  watch(() => live.connects, (_, before) => before > 0 && load());
  onUnmounted(() => clearTimeout(timer));
  load();
  return { range, data, problem, load };
}
