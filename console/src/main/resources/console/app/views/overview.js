// How it goes: alarms first, then figures, charts, groups and nodes.
import { h, defineComponent } from '../dom.js';
import { api } from '../api.js';
import { rates, live, total } from '../sse.js';
import { useHistory } from '../series.js';
import { HistoryCharts, RangeChoice } from '../history-charts.js';
import { Alarms } from '../alarms.js';
import { Badge, Button, Head, Note, count, perSecond, useLoad } from '../ui.js';
import { Sparkline } from '../charts.js';
import { TableCard, col } from '../table.js';
import { Link, go, href } from '../router.js';
import { Instant, spanOf } from '../time.js';

const SPARK_SECONDS = 60;

export default defineComponent({
  setup() {
    const history = useHistory();
    const groups = useLoad(() => api.groups(), { everyMillis: 10_000 });
    const alarms = useLoad(() => api.alarms(), { everyMillis: 15_000 });
    const ready = useLoad(() => api.ready(), { everyMillis: 5_000 });
    const cluster = useLoad(() => api.cluster(), { everyMillis: 10_000 });

    return () => {
      const nodes = nodesOf(rates.latest, cluster.data);
      return [
        h(Head, { title: 'Overview' }, () => [h(RangeChoice, { history }), h(Button, { kind: 'primary', icon: 'plus', onClick: () => go(href.create()) }, () => 'New timer')]),
        state(rates.latest?.alarms ?? alarms.data, ready.data, nodes),
        figures(rates.latest),
        h(HistoryCharts, { history }),
        h(TableCard, { title: 'Groups', columns: GROUPS, rows: groups.data, rowKey: (g) => g.groupId, to: (g) => href.group(g.groupId), sortable: true, empty: 'No group is configured' }),
        h(TableCard, { title: 'Nodes', columns: NODES, rows: nodes, rowKey: (n) => n.nodeId, empty: 'No node is known yet' }),
      ];
    };
  },
});

function state(alarms, ready, nodes) {
  const down = (ready?.checks ?? []).filter(({ status }) => status === 'DOWN').map(({ name, reason }) => ({ severity: 'ERROR', code: name, text: `${name} is down${reason ? `: ${reason}` : ''}` }));
  if (down.length || alarms?.length) return h(Alarms, { alarms: [...down, ...(alarms ?? [])] });
  if (!alarms || live.state !== 'open') return h(Note, { icon: 'health' }, () => (live.state === 'lost' ? 'No news: the server does not answer.' : 'Asking how it goes…'));
  const alive = nodes.filter((node) => node.alive).length;
  return h(Note, { tone: 'ok', icon: 'check', title: 'No alarms' }, () => `The store answers, ${nodes.length > 1 ? `${alive} of ${nodes.length} nodes are alive` : 'the node is alive'}, every group fires.`);
}

function figures(event) {
  const rate = (label, field, token) => figure(label, [perSecond(event && total(event, field)), h('small', '/s')], h(Sparkline, { token, values: recent((it) => total(it, field)) }));
  return h('dl.figures', [
    rate('Created', 'createdPerSecond', 'series-created'), rate('Fired', 'firedPerSecond', 'series-fired'), rate('Retried', 'retriedPerSecond', 'series-retried'), rate('Failed', 'failedPerSecond', 'series-failed'),
    figure('Lateness p99', spanOf(total(event, 'latenessP99Millis')), `p50 ${spanOf(total(event, 'latenessP50Millis'))}`),
    figure('Backlog age', spanOf(total(event, 'backlogAgeMillis')), 'oldest due timer'),
    figure('In flight', count(event?.inFlight), event?.queued == null ? '' : `${count(event.queued)} queued`),
    figure('Next due', event?.total?.nextDueAt ? h(Instant, { at: event.total.nextDueAt, how: 'relative' }) : '–', event?.total?.nextDueAt ? h(Instant, { at: event.total.nextDueAt }) : 'nothing is near'),
  ]);
}

const figure = (label, value, more) => h('div.figure', [h('dt', label), h('dd.value', [value]), h('dd.more.quiet.ellipsis', [more])]);
const recent = (of) => rates.recent.slice(-SPARK_SECONDS).map((event) => of(event) ?? 0);

const rated = (field, label, style, show) => col(field, label, `num ${style}`, show, (g) => rates.byGroup.get(g.groupId)?.[field]);
const GROUPS = [
  col('groupId', 'Group', '', (groupId, g) => h('span.row', [h(Link, { to: href.group(groupId) }, () => groupId), g.paused && h(Badge, { state: 'PAUSED' })])),
  rated('createdPerSecond', 'Created/s', '', perSecond), rated('firedPerSecond', 'Fired/s', '', perSecond),
  col('lastMinute', 'Last minute', 'wide', (values) => h(Sparkline, { values }), (g) => recent((event) => event.groups.find((it) => it.groupId === g.groupId)?.firedPerSecond)),
  rated('retriedPerSecond', 'Retried/s', 'wide', perSecond), rated('failedPerSecond', 'Failed/s', 'wide', perSecond), rated('latenessP99Millis', 'p99 late', 'wide', spanOf),
  rated('backlogAgeMillis', 'Backlog age', 'wide', spanOf), rated('nextDueAt', 'Next due', '', (at) => h(Instant, { at, how: 'relative' })),
];
const NODES = [
  col('nodeId', 'Node', '', (nodeId, n) => h('span.row', [nodeId, n.isSelf && h(Badge, { tone: '' }, () => 'answers you')])),
  col('alive', 'State', '', (alive) => h(Badge, { tone: alive ? 'ok' : 'error' }, () => (alive ? 'alive' : 'gone'))),
  col('openShards', 'Shards', 'num', count), col('inFlight', 'In flight', 'num wide', count), col('clockOffsetMillis', 'Clock off by', 'num wide', spanOf), col('address', 'Address', 'wide'),
];

/** Nodes as the newest event names them, with what the store knows. */
function nodesOf(event, cluster) {
  const address = (id) => cluster?.members.find(({ nodeId }) => nodeId === id)?.address;
  return (event?.nodes ?? []).map((node) => ({ ...node, address: address(node.nodeId), isSelf: cluster?.self === node.nodeId }));
}
