// The charts of a group, or of all: history from the server, continued by what comes each second.
import { h, ref, watch, api, useLoad, card, choice, failure, loading, note } from './view.js';
import { rates } from './sse.js';
import { LineChart, loadCharts } from './charts.js';

const RANGES = [['5m'], ['15m'], ['1h'], ['6h'], ['24h']];
const EVERY_MILLIS = 15_000;
const LONGEST_GAP = 60;

/** Of each: its label, the unit, and the lines as [series, label, colour, filled]. */
const CHARTS = [
  ['Throughput', 'rate', ['created', 'Created', 'created'], ['fired', 'Fired', 'fired', true], ['retried', 'Retried', 'retried'], ['failed', 'Failed', 'failed']],
  ['Lateness', 'millis', ['latenessP50Millis', 'p50', 'fired'], ['latenessP99Millis', 'p99', 'retried'], ['latenessMaxMillis', 'max', 'failed']],
  ['Backlog age', 'millis', ['backlogAgeMillis', 'Oldest due timer', 'created', true]],
  ['Attempts in flight', 'count', ['inFlight', 'In flight', 'fired', true]],
];

/** {range, ranges(), charts()} of a group or of all, kept up to date. */
export function useHistory(groupId) {
  const range = ref('5m');
  const history = useLoad(async () => {
    const [{ from, stepMillis: step, ...rest }] = await Promise.all([api.history(range.value, groupId), loadCharts()]);
    return { from: Date.parse(from), step, ...rest };
  }, EVERY_MILLIS);

  /** The finest range moves on with each event; the others wait for their next step. What came since the server answered closes the gap. */
  function follow(event) {
    const { data } = history;
    if (data?.step !== 1_000) return;
    const steps = Math.round((Date.parse(event.at) - data.from) / data.step) - data.series.fired.length + 1;
    if (steps < 1 || steps > LONGEST_GAP) return;
    const news = rates.recent.slice(-steps).map(({ total, groups }) => (groupId ? groups.find((group) => group.groupId === groupId) : total) ?? {});
    const moved = Object.entries(data.series).map(([name, values]) => [name,
      [...values.slice(steps), ...Array(steps - news.length).fill(null), ...news.map((figures) => figures[name] ?? figures[`${name}PerSecond`] ?? null)]]);
    history.data = { ...data, from: data.from + steps * data.step, series: Object.fromEntries(moved) };
  }
  watch(range, () => { history.data = null; history.again(); });
  watch(() => rates.latest, follow);

  function charts() {
    if (!history.data) return failure(history) ?? h('div.columns', CHARTS.map(([key]) => card({ key }, loading(6))));
    const { from, step, series, missing } = history.data;
    return h('div.stack', [
      withoutNodes(missing),
      h('div.columns', CHARTS.map(([label, unit, ...lines]) => card({ key: `${label} ${range.value}` }, h(LineChart, { label, unit, from, step,
        lines: lines.map(([name, title, colour, fill]) => ({ label: title, token: `series-${colour}`, fill, values: series[name] ?? [] })) })))),
    ]);
  }
  return { charts, ranges: () => choice('Time range', RANGES, range) };
}

/** Says which nodes the figures are without. */
export const withoutNodes = (missing) => missing?.length > 0 && note('warning', 'info', `Without ${missing.join(', ')}: no answer in time.`);
