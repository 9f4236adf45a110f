// What it runs on: checks, nodes, the store, the hosts it calls, the configuration in force.
import { h, defineComponent, ref } from '../dom.js';
import { api } from '../api.js';
import { Link } from '../router.js';
import { Badge, Card, Facts, Failure, Head, Loading, Note, count, perSecond, useLoad } from '../ui.js';
import { TableCard, col } from '../table.js';
import { span } from '../time.js';

const CLOCK_ALARM_MILLIS = 250;
const millis = (n) => (n == null ? '–' : n < 10 ? `${n.toFixed(1)} ms` : span(n));
const percent = (n) => (n == null ? '–' : `${(100 * n).toFixed(n < 0.1 && n > 0 ? 1 : 0)} %`);
const bytes = (n) => (n == null ? '–' : n < 1e9 ? `${Math.round(n / 2 ** 20)} MiB` : `${(n / 2 ** 30).toFixed(1)} GiB`);
const changes = (n) => (n == null ? '–' : `${count(Math.round(n))} changes`);
const mono = (text) => h('span.mono', { title: text }, text ?? '–');
const quiet = (text) => h('span.quiet', { title: text }, text ?? '–');
const alarmed = (text, tone) => (tone ? h(Badge, { tone }, () => text) : text);

const NODES = [
  col('nodeId', 'Node'), col('version', 'Version'), col('uptimeMillis', 'Up for', 'num', millis), col('cpu', 'CPU', 'num', percent),
  col('heapUsed', 'Heap', 'num wide', (used, node) => `${bytes(used)} of ${bytes(node.heapMax)}`),
  col('clockOffsetMillis', 'Clock off by', 'num wide', (n) => alarmed(millis(n), Math.abs(n) > CLOCK_ALARM_MILLIS && 'error')),
  col('shards', 'Shards', 'num wide', count), col('address', 'Address', 'wide'),
];
const OPERATIONS = [
  col('name', 'Operation', '', mono), col('count', 'Calls', 'num', count), col('p50Millis', 'p50', 'num', millis), col('p99Millis', 'p99', 'num', millis),
  col('errors', 'Errors', 'num', (n) => alarmed(count(n), n > 0 && 'error')),
];
const HOSTS = [
  col('host', 'Host', '', mono), col('attemptsPerSecond', 'Attempts/s', 'num', perSecond),
  col('errorRate', 'Errors', 'num', (n) => alarmed(percent(n), n > 0.2 ? 'error' : n > 0.01 && 'warning')),
  col('p50Millis', 'p50', 'num wide', millis), col('p99Millis', 'p99', 'num wide', millis), col('inFlight', 'In flight', 'num wide', count),
  col('queued', 'Queued', 'num wide', count), col('lastError', 'Last error', 'wide', quiet),
];
const SETTINGS = [col('key', 'Setting', '', mono), col('value', 'Value', '', mono), col('source', 'From', 'wide', quiet)];

export default defineComponent({
  setup() {
    const system = useLoad(() => api.system(), { everyMillis: 5_000 });
    const ready = useLoad(() => api.ready(), { everyMillis: 5_000 });
    const wanted = ref('');
    const matches = ({ key, value }) => `${key} ${value}`.toLowerCase().includes(wanted.value.toLowerCase());
    const find = () => h('input.narrow', { type: 'search', 'aria-label': 'Find a setting', placeholder: 'Find a setting', value: wanted.value, onInput: (event) => { wanted.value = event.target.value; } });

    return () => {
      const it = system.data;
      return [
        h(Head, { title: 'Health', hint: it && `Belfry ${it.version} on Java ${it.jvm}` }, () => [h('a.button', { href: '/metrics' }, 'Metrics'), h(Link, { class: 'button', to: '/api-view' }, () => 'API')]),
        checks(ready),
        it?.missing?.length > 0 && h(Note, { tone: 'warning', title: `Without ${it.missing.join(', ')}: no answer in time.` }),
        system.problem && h(Failure, { problem: system.problem, onAgain: system.again }),
        it ? [
          h(TableCard, { title: 'Nodes', columns: NODES, rows: it.nodes, rowKey: (n) => n.nodeId, sortable: true, empty: 'No node answered' }),
          h('div.aside', [
            h(TableCard, { title: 'Store operations', hint: 'since the start', columns: OPERATIONS, rows: it.store.operations, rowKey: (o) => o.name, sortable: true, empty: 'The store has not been asked yet' }),
            h(Card, { title: 'Store' }, () => h(Facts, { rows: storeFacts(it.store) })),
          ]),
          h(TableCard, { title: 'Callback hosts', hint: 'the busiest 50', columns: HOSTS, rows: it.hosts, rowKey: (o) => o.host, sortable: true, empty: 'No callback has been made yet' }),
          h(TableCard, { title: 'Configuration', hint: 'in force, secrets hidden', actions: find(), columns: SETTINGS, rows: it.configuration.filter(matches), rowKey: (s) => s.key, empty: 'No setting has this in its name or value' }),
        ] : !system.problem && h(Card, null, () => h(Loading, { lines: 10 })),
      ];
    };
  },
});

function storeFacts({ kind, url, commitSizes: { p50, p99, max } = {} }) {
  return [['Kind', kind], ['Address', mono(url)], ['Commit size p50', changes(p50)], ['Commit size p99', changes(p99)], ['Largest commit', changes(max)]];
}

function checks(ready) {
  if (ready.problem) return h(Failure, { problem: ready.problem, onAgain: ready.again });
  return ready.data && h('ul.checks', { 'aria-label': 'Checks' }, ready.data.checks.map(({ name, status, reason }) => h('li', { key: name }, [h(Badge, { state: status }), h('b', name), reason && h('span.quiet', reason)])));
}
