// The four charts of a group, or of all of them.
import { h } from './dom.js';
import { LineChart } from './charts.js';
import { Card, Choice, Failure, Loading } from './ui.js';
import { RANGES } from './series.js';

const CHARTS = [
  { label: 'Throughput', unit: 'rate', lines: [['created', 'Created', 'series-created'], ['fired', 'Fired', 'series-fired', true], ['retried', 'Retried', 'series-retried'], ['failed', 'Failed', 'series-failed']] },
  { label: 'Lateness', unit: 'millis', lines: [['latenessP50Millis', 'p50', 'series-fired'], ['latenessP99Millis', 'p99', 'series-retried'], ['latenessMaxMillis', 'max', 'series-failed']] },
  { label: 'Backlog age', unit: 'millis', lines: [['backlogAgeMillis', 'Oldest due timer', 'series-created', true]] },
  { label: 'Attempts in flight', unit: 'count', lines: [['inFlight', 'In flight', 'series-fired', true]] },
];

export function HistoryCharts({ history }) {
  const { range, data, problem, load } = history;
  if (!data) return problem ? h(Failure, { problem, onAgain: load }) : h('div.columns', CHARTS.map(({ label }) => h(Card, { key: label }, () => h(Loading, { lines: 6 }))));
  const { from, step, series, missing } = data;
  return h('div.stack', [
    missing.length > 0 && h('p.note.warning', `Without ${missing.join(', ')}: no answer in time.`),
    h('div.columns', CHARTS.map(({ label, unit, lines }) => h(Card, { key: `${label} ${range}` }, () => h(LineChart, { label, unit, from, step,
      lines: lines.map(([name, title, token, fill]) => ({ label: title, token, fill, values: series[name] ?? [] })) })))),
  ]);
}
HistoryCharts.props = ['history'];

export function RangeChoice({ history }) {
  return h(Choice, { label: 'Time range', options: RANGES, value: history.range, onChange: (range) => { history.range = range; } });
}
RangeChoice.props = ['history'];
