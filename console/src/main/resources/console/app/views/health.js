// What it runs on: checks, nodes, the store, the hosts it calls, the configuration in force.
import { h, defineComponent, ref, computed } from 'vue';
import { api } from '../api.js';
import { Link } from '../router.js';
import { Badge, Card, Empty, Facts, Failure, Head, Loading, count, perSecond, useLoad } from '../ui.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { span } from '../time.js';

const CLOCK_ALARM_MILLIS = 250;
const millis = (n) => (n == null ? '–' : n < 10 ? `${n.toFixed(1)} ms` : span(n));
const percent = (n) => (n == null ? '–' : `${(100 * n).toFixed(n < 0.1 && n > 0 ? 1 : 0)} %`);
const bytes = (n) => (n == null ? '–' : n < 1e9 ? `${Math.round(n / 2 ** 20)} MiB` : `${(n / 2 ** 30).toFixed(1)} GiB`);

const NODES = [
  { name: 'nodeId', label: 'Node', of: (n) => n.nodeId },
  { name: 'version', label: 'Version', of: (n) => n.version },
  { name: 'uptimeMillis', label: 'Up for', class: 'num', of: (n) => n.uptimeMillis, cell: (n) => millis(n.uptimeMillis) },
  { name: 'cpu', label: 'CPU', class: 'num', of: (n) => n.cpu, cell: (n) => percent(n.cpu) },
  { name: 'heapUsed', label: 'Heap', class: 'num', wide: true, of: (n) => n.heapUsed, cell: (n) => `${bytes(n.heapUsed)} of ${bytes(n.heapMax)}` },
  { name: 'clockOffsetMillis', label: 'Clock off by', class: 'num', wide: true, of: (n) => n.clockOffsetMillis, cell: (n) => (Math.abs(n.clockOffsetMillis ?? 0) > CLOCK_ALARM_MILLIS ? h(Badge, { tone: 'error' }, () => millis(n.clockOffsetMillis)) : millis(n.clockOffsetMillis)) },
  { name: 'shards', label: 'Shards', class: 'num', wide: true, of: (n) => n.shards, cell: (n) => count(n.shards) },
  { name: 'address', label: 'Address', wide: true, of: (n) => n.address },
];
const OPERATIONS = [
  { name: 'name', label: 'Operation', of: (o) => o.name, cell: (o) => h('code', o.name) },
  { name: 'count', label: 'Calls', class: 'num', of: (o) => o.count, cell: (o) => count(o.count) },
  { name: 'p50Millis', label: 'p50', class: 'num', of: (o) => o.p50Millis, cell: (o) => millis(o.p50Millis) },
  { name: 'p99Millis', label: 'p99', class: 'num', of: (o) => o.p99Millis, cell: (o) => millis(o.p99Millis) },
  { name: 'errors', label: 'Errors', class: 'num', of: (o) => o.errors, cell: (o) => (o.errors ? h(Badge, { tone: 'error' }, () => count(o.errors)) : '0') },
];
const HOSTS = [
  { name: 'host', label: 'Host', of: (o) => o.host, cell: (o) => h('span', { class: 'mono', title: o.host }, o.host) },
  { name: 'attemptsPerSecond', label: 'Attempts/s', class: 'num', of: (o) => o.attemptsPerSecond, cell: (o) => perSecond(o.attemptsPerSecond) },
  { name: 'errorRate', label: 'Errors', class: 'num', of: (o) => o.errorRate, cell: (o) => (o.errorRate > 0.01 ? h(Badge, { tone: o.errorRate > 0.2 ? 'error' : 'warning' }, () => percent(o.errorRate)) : percent(o.errorRate)) },
  { name: 'p50Millis', label: 'p50', class: 'num', wide: true, of: (o) => o.p50Millis, cell: (o) => millis(o.p50Millis) },
  { name: 'p99Millis', label: 'p99', class: 'num', wide: true, of: (o) => o.p99Millis, cell: (o) => millis(o.p99Millis) },
  { name: 'inFlight', label: 'In flight', class: 'num', wide: true, of: (o) => o.inFlight, cell: (o) => count(o.inFlight) },
  { name: 'queued', label: 'Queued', class: 'num', wide: true, of: (o) => o.queued, cell: (o) => count(o.queued) },
  { name: 'lastError', label: 'Last error', wide: true, of: (o) => o.lastError, cell: (o) => h('span', { class: 'quiet', title: o.lastError }, o.lastError ?? '–') },
];
const SETTINGS = [
  { name: 'key', label: 'Setting', of: (s) => s.key, cell: (s) => h('code', s.key) },
  { name: 'value', label: 'Value', of: (s) => s.value, cell: (s) => h('span', { class: 'mono', title: s.value }, s.value ?? '–') },
  { name: 'source', label: 'From', wide: true, of: (s) => s.source, cell: (s) => h('span', { class: 'quiet' }, s.source) },
];

export default defineComponent({
  setup() {
    const system = useLoad(() => api.system(), { everyMillis: 5_000 });
    const ready = useLoad(() => api.ready(), { everyMillis: 5_000 });
    const wanted = ref('');
    const settings = computed(() => (system.data.value?.configuration ?? []).filter(({ key, value }) => `${key} ${value}`.toLowerCase().includes(wanted.value.toLowerCase())));
    const list = (title, hint, columns, rows, key, empty) => h(Card, { title, hint, flush: true }, { actions: () => h(Export, { name: title.toLowerCase().replaceAll(' ', '-'), columns, rows }),
      default: () => (rows.length ? h(DataTable, { label: title, columns, rows, rowKey: key, sortable: true }) : h(Empty, { icon: 'health', title: empty })) });

    return () => {
      const it = system.data.value;
      return [
        h(Head, { title: 'Health', hint: it && `Belfry ${it.version} on Java ${it.jvm}` }, () => [h('a', { class: 'button', href: '/metrics' }, 'Metrics'), h(Link, { class: 'button', to: '/api-view' }, () => 'API')]),
        checks(ready),
        it?.missing?.length > 0 && h('p', { class: 'note warning' }, `Without ${it.missing.join(', ')}: no answer in time.`),
        system.problem.value && h(Failure, { problem: system.problem.value, onAgain: system.again }),
        it ? [
          list('Nodes', '', NODES, it.nodes, (n) => n.nodeId, 'No node answered'),
          h('div', { class: 'aside' }, [
            list('Store operations', 'since the start', OPERATIONS, it.store.operations, (o) => o.name, 'The store has not been asked yet'),
            h(Card, { title: 'Store' }, () => h(Facts, { rows: [['Kind', it.store.kind], ['Address', h('span', { class: 'mono' }, it.store.url)], ['Commit size p50', `${count(it.store.commitSizes?.p50)} changes`], ['Commit size p99', `${count(it.store.commitSizes?.p99)} changes`], ['Largest commit', `${count(it.store.commitSizes?.max)} changes`]] })),
          ]),
          list('Callback hosts', 'the busiest 50', HOSTS, it.hosts, (o) => o.host, 'No callback has been made yet'),
          h(Card, { title: 'Configuration in force', hint: 'secrets hidden', flush: true }, {
            actions: () => [h('input', { type: 'search', class: 'narrow', 'aria-label': 'Find a setting', placeholder: 'Find a setting', value: wanted.value, onInput: (event) => { wanted.value = event.target.value; } }), h(Export, { name: 'configuration', columns: SETTINGS, rows: it.configuration })],
            default: () => (settings.value.length ? h(DataTable, { label: 'Configuration', columns: SETTINGS, rows: settings.value, rowKey: (s) => s.key }) : h(Empty, { icon: 'search', title: 'No setting has this in its name or value' })) }),
        ] : !system.problem.value && h(Card, null, () => h(Loading, { lines: 10 })),
      ];
    };
  },
});

function checks(ready) {
  if (ready.problem.value) return h(Failure, { problem: ready.problem.value, onAgain: ready.again });
  if (!ready.data.value) return null;
  return h('ul', { class: 'checks', 'aria-label': 'Checks' }, ready.data.value.checks.map(({ name, status, reason }) => h('li', { key: name }, [h(Badge, { state: status }), h('b', name), reason && h('span', { class: 'quiet' }, reason)])));
}
