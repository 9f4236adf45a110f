// How it goes: alarms first, then figures, charts, groups and nodes.
import { h, defineComponent, computed } from 'vue';
import { api } from '../api.js';
import { rates, live, total } from '../sse.js';
import { useHistory } from '../series.js';
import { HistoryCharts, RangeChoice } from '../history-charts.js';
import { Alarms } from '../alarms.js';
import { Badge, Button, Card, Empty, Head, Icon, Loading, count, perSecond, useLoad } from '../ui.js';
import { Sparkline } from '../charts.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { Link, go, href } from '../router.js';
import { Instant, span } from '../time.js';

const NEXT_DUE_GROUPS = 20;
const SPARK_SECONDS = 60;

export default defineComponent({
  setup() {
    const history = useHistory();
    const groups = useLoad(() => api.groups(), { everyMillis: 15_000 });
    const alarms = useLoad(() => api.alarms(), { everyMillis: 15_000 });
    const ready = useLoad(() => api.ready(), { everyMillis: 5_000 });
    const cluster = useLoad(() => api.cluster(), { everyMillis: 10_000 });
    const nextDue = useLoad(loadNextDue, { everyMillis: 10_000 });

    const current = computed(() => rates.latest?.alarms ?? alarms.data.value);

    return () => [
      h(Head, { title: 'Overview' }, () => [h(RangeChoice, { history }), h(Button, { kind: 'primary', icon: 'plus', onClick: () => go(href.create()) }, () => 'New timer')]),
      h(State, { alarms: current.value, ready: ready.data.value, nodes: nodesOf(rates.latest, cluster.data.value) }),
      h(Figures, { nextDue: nextDue.data.value }),
      h(HistoryCharts, { history }),
      groupsCard(groups.data.value, nextDue.data.value),
      h(Nodes, { nodes: nodesOf(rates.latest, cluster.data.value), cluster: cluster.data.value }),
    ];
  },
});

async function loadNextDue() {
  const groups = (await api.groups()).slice(0, NEXT_DUE_GROUPS);
  const pages = await Promise.all(groups.map(({ groupId }) => api.timers(groupId, { limit: 1 }).catch(() => ({ timers: [] }))));
  return new Map(pages.flatMap(({ timers }, i) => timers.map((timer) => [groups[i].groupId, timer])));
}

function State({ alarms, ready, nodes }) {
  const down = ready?.checks.filter(({ status }) => status === 'DOWN') ?? [];
  const failing = down.map(({ name, reason }) => ({ severity: 'ERROR', code: name, text: `${name} is down${reason ? `: ${reason}` : ''}` }));
  const all = [...failing, ...(alarms ?? [])];
  if (all.length) return h(Alarms, { alarms: all });
  if (!alarms || live.state !== 'open') return h('div', { class: 'note' }, [h(Icon, { name: 'health' }), h('div', live.state === 'lost' ? 'No news: the server does not answer.' : 'Asking how it goes…')]);
  const alive = nodes.filter((node) => node.alive).length;
  return h('div', { class: 'note ok' }, [h(Icon, { name: 'check' }), h('div', [h('p', { class: 'note-title' }, 'No alarms'),
    h('p', ['The store answers, ', nodes.length > 1 ? `${alive} of ${nodes.length} nodes are alive` : 'the node is alive', ', every group fires.'])])]);
}
State.props = ['alarms', 'ready', 'nodes'];

function Figures({ nextDue }) {
  const event = rates.latest;
  const soonest = [...(nextDue?.values() ?? [])].sort((a, b) => a.nextAttemptAt.localeCompare(b.nextAttemptAt))[0];
  const rate = (field, label, token) => figure(label, event ? perSecond(total(event, field)) : '–', '/s', h(Sparkline, { token, values: recent((it) => total(it, field)) }));
  return h('dl', { class: 'figures' }, [
    rate('createdPerSecond', 'Created', 'series-created'),
    rate('firedPerSecond', 'Fired', 'series-fired'),
    rate('retriedPerSecond', 'Retried', 'series-retried'),
    rate('failedPerSecond', 'Failed', 'series-failed'),
    figure('Lateness p99', spanOf(total(event, 'latenessP99Millis')), '', h('span', { class: 'quiet' }, `p50 ${spanOf(total(event, 'latenessP50Millis'))}`)),
    figure('Backlog age', spanOf(total(event, 'backlogAgeMillis')), '', h('span', { class: 'quiet' }, 'oldest due timer')),
    figure('In flight', count(event?.inFlight), '', h('span', { class: 'quiet' }, event?.queued == null ? '' : `${count(event.queued)} queued`)),
    figure('Next due', soonest ? h(Link, { to: href.timer(soonest) }, () => h(Instant, { at: soonest.nextAttemptAt, how: 'relative' })) : 'none', '',
      h('span', { class: 'quiet ellipsis' }, soonest ? `${soonest.groupId}/${soonest.timerId}` : 'nothing is scheduled')),
  ]);
}
Figures.props = ['nextDue'];

const figure = (label, value, unit, more) => h('div', { class: 'figure' }, [h('dt', label), h('dd', { class: 'value' }, [value, unit && h('small', unit)]), h('dd', { class: 'more' }, [more])]);
const recent = (of) => rates.recent.slice(-SPARK_SECONDS).map((event) => of(event) ?? 0);
const spanOf = (millis) => (millis == null ? '–' : span(millis));

function groupsCard(groups, nextDue) {
  const columns = [
    { name: 'groupId', label: 'Group', of: (g) => g.groupId, cell: (g) => h('span', { class: 'row' }, [h(Link, { to: href.group(g.groupId) }, () => g.groupId), g.paused && h(Badge, { state: 'PAUSED' })]) },
    { name: 'created', label: 'Created/s', class: 'num', of: (g) => g.live?.createdPerSecond, cell: (g) => perSecond(g.live?.createdPerSecond) },
    { name: 'fired', label: 'Fired/s', class: 'num', of: (g) => g.live?.firedPerSecond, cell: (g) => perSecond(g.live?.firedPerSecond) },
    { name: 'last minute', label: 'Last minute', wide: true, cell: (g) => h(Sparkline, { values: recent((event) => event.groups.find((it) => it.groupId === g.groupId)?.firedPerSecond) }) },
    { name: 'retried', label: 'Retried/s', class: 'num', wide: true, of: (g) => g.live?.retriedPerSecond, cell: (g) => perSecond(g.live?.retriedPerSecond) },
    { name: 'failed', label: 'Failed/s', class: 'num', wide: true, of: (g) => g.live?.failedPerSecond, cell: (g) => perSecond(g.live?.failedPerSecond) },
    { name: 'latenessP99Millis', label: 'p99 late', class: 'num', wide: true, of: (g) => g.live?.latenessP99Millis, cell: (g) => spanOf(g.live?.latenessP99Millis) },
    { name: 'backlogAgeMillis', label: 'Backlog age', class: 'num', wide: true, of: (g) => g.live?.backlogAgeMillis, cell: (g) => spanOf(g.live?.backlogAgeMillis) },
    { name: 'nextDue', label: 'Next due', class: 'num', of: (g) => g.next?.nextAttemptAt, cell: (g) => h(Instant, { at: g.next?.nextAttemptAt, how: 'relative' }) },
  ];
  const rows = groups?.map((group) => ({ ...group, live: rates.byGroup.get(group.groupId), next: nextDue?.get(group.groupId) }));
  return h(Card, { title: 'Groups', flush: true }, {
    actions: () => h(Export, { name: 'groups', columns: columns.filter(({ of }) => of), rows: rows ?? [] }),
    default: () => rows ? h(DataTable, { label: 'Groups', columns, rows, rowKey: (g) => g.groupId, to: (g) => href.group(g.groupId), sortable: true }) : h(Loading),
  });
}

/** Nodes as the newest event names them, else as the store does. */
function nodesOf(event, cluster) {
  if (event?.nodes?.length) return event.nodes;
  return (cluster?.members ?? []).map(({ nodeId, address, beatAge }) => ({ nodeId, address, beatAge, alive: true }));
}

function Nodes({ nodes, cluster }) {
  const shards = new Map();
  for (const group of cluster?.groups ?? []) for (const { owner } of group.shards) if (owner) shards.set(owner, (shards.get(owner) ?? 0) + 1);
  const members = new Map((cluster?.members ?? []).map((member) => [member.nodeId, member]));
  const columns = [
    { name: 'nodeId', label: 'Node', of: (n) => n.nodeId, cell: (n) => h('span', { class: 'row' }, [n.nodeId, cluster?.self === n.nodeId && h(Badge, { tone: '' }, () => 'answers you')]) },
    { name: 'alive', label: 'State', of: (n) => n.alive, cell: (n) => h(Badge, { tone: n.alive ? 'ok' : 'error' }, () => (n.alive ? 'alive' : 'gone')) },
    { name: 'shards', label: 'Shards', class: 'num', of: (n) => n.shards ?? shards.get(n.nodeId) ?? 0, cell: (n) => count(n.shards ?? shards.get(n.nodeId) ?? 0) },
    { name: 'address', label: 'Address', wide: true, of: (n) => n.address ?? members.get(n.nodeId)?.address },
    { name: 'inFlight', label: 'In flight', class: 'num', wide: true, of: (n) => n.inFlight, cell: (n) => count(n.inFlight) },
  ];
  return h(Card, { title: 'Nodes', flush: true }, {
    actions: () => h(Export, { name: 'nodes', columns, rows: nodes }),
    default: () => nodes.length ? h(DataTable, { label: 'Nodes', columns, rows: nodes, rowKey: (n) => n.nodeId }) : h(Empty, { icon: 'health', title: 'No node is known yet' }),
  });
}
Nodes.props = ['nodes', 'cluster'];
