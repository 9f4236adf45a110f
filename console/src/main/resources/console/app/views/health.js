// What it runs on: checks, nodes, the store, the hosts it calls, the configuration in force.
import {
  h, ref, api, link, useLoad, badge, card, facts, failure, head, loading, mono, narrow, quiet, stateBadge, bytes, count, known, perSecond, percent,
  span, tableCard, col,
} from '../view.js';
import { withoutNodes } from '../history.js';

const CLOCK_ALARM_MILLIS = 250;
const millis = known((n) => (n < 10 ? `${n.toFixed(1)} ms` : span(n)));
const changes = known((n) => `${count(Math.round(n))} changes`);
const alarmed = (text, tone) => (tone ? badge(text, tone) : text);

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

export default {
  setup() {
    const system = useLoad(api.system, 5_000);
    const ready = useLoad(api.ready, 5_000);
    const wanted = ref('');
    const matches = ({ key, value }) => `${key} ${value}`.toLowerCase().includes(wanted.value.toLowerCase());
    const table = (title, hint, columns, rows, none, more) => tableCard({ title, hint, columns, rows, none, sortable: true, ...more });

    return () => {
      const it = system.data;
      return [
        head({ title: 'Health', hint: it && `Belfry ${it.version} on Java ${it.jvm}` }, h('a.button', { href: '/metrics' }, 'Metrics'), link('/api-view', 'API', { class: 'button' })),
        failure(ready) ?? checks(ready.data?.checks),
        withoutNodes(it?.missing),
        failure(system),
        it ? [
          table('Nodes', '', NODES, it.nodes, 'No node answered'),
          h('div.aside', [
            table('Store operations', 'since the start', OPERATIONS, it.store.operations, 'The store has not been asked yet'),
            card({ title: 'Store' }, storeFacts(it.store)),
          ]),
          table('Callback hosts', 'the busiest 50', HOSTS, it.hosts, 'No callback has been made yet'),
          table('Configuration', 'in force, secrets hidden', SETTINGS, it.configuration.filter(matches), 'No setting has this in its name or value', { actions: narrow('Find a setting', wanted) }),
        ] : !system.problem && card({}, loading(10)),
      ];
    };
  },
};

function storeFacts({ kind, url, commitSizes: { p50, p99, max } = {} }) {
  return facts([['Kind', kind], ['Address', mono(url)], ['Commit size p50', changes(p50)], ['Commit size p99', changes(p99)], ['Largest commit', changes(max)]]);
}

const checks = (all) => all && h('ul.checks', { 'aria-label': 'Checks' }, all.map(({ name, status, reason }) => h('li', { key: name }, [stateBadge(status), h('b', name), reason && h('span.quiet', reason)])));
