// How it goes: alarms first, then figures, charts, groups and nodes.
import { h, api, groupsShown, held, noisyFirst, useLoad, badge, head, linkButton, note, stateBadge, count, perSecond, span, tableCard, col, link, href, time, relativeTime, may } from '../view.js';
import { rates, live } from '../sse.js';
import { useHistory } from '../history.js';
import { alarmList } from '../alarms.js';
import { sparkline } from '../charts.js';

const SPARK_SECONDS = 60;

export default {
  setup() {
    const { charts, ranges } = useHistory();
    const groups = useLoad(api.groups, 10_000);
    const ready = useLoad(api.ready, 5_000);
    const cluster = useLoad(api.cluster, 10_000);

    return () => {
      const nodes = nodesOf(rates.latest, cluster.data);
      return [
        head({ title: 'Overview' }, ranges(), may('write') && linkButton(href.create(), 'plus', 'New timer', 'primary')),
        state(rates.latest?.alarms, ready.data?.checks ?? [], nodes),
        figures(rates.latest ?? {}),
        charts(),
        tableCard({ title: 'Groups', hint: groupsShown(groups.data), columns: GROUPS, rows: noisyFirst(groups.data), to: (g) => href.group(g.groupId), sortable: true, none: 'There is no group' }),
        tableCard({ title: 'Nodes', columns: NODES, rows: nodes, none: 'No node is known yet' }),
      ];
    };
  },
};

function state(alarms, checks, nodes) {
  const down = checks.filter(({ status }) => status === 'DOWN').map(({ name, reason }) => ({ severity: 'ERROR', code: name, text: `${name} is down${reason ? `: ${reason}` : ''}` }));
  if (down.length || alarms?.length) return alarmList([...down, ...(alarms ?? [])]);
  if (!alarms || live.state !== 'open') return note('', 'health', '', live.state === 'lost' ? 'No news: the server does not answer.' : 'Asking how it goes…');
  const alive = nodes.filter((node) => node.alive).length;
  return note('ok', 'check', 'No alarms', `The store answers, ${nodes.length > 1 ? `${alive} of ${nodes.length} nodes are alive` : 'the node is alive'}, every group fires.`);
}

function figures({ total = {}, inFlight, queued }) {
  const rate = (label, name) => figure(label, [perSecond(total[`${name}PerSecond`]), h('small', '/s')], sparkline(recent((event) => event.total[`${name}PerSecond`]), `series-${name}`));
  const { latenessP50Millis, latenessP99Millis, backlogAgeMillis, nextDueAt } = total;
  return h('dl.figures', [
    rate('Created', 'created'), rate('Fired', 'fired'), rate('Retried', 'retried'), rate('Failed', 'failed'),
    figure('Lateness p99', span(latenessP99Millis), `p50 ${span(latenessP50Millis)}`),
    figure('Backlog age', span(backlogAgeMillis), 'oldest due timer'),
    figure('In flight', count(inFlight), `${count(queued)} queued`),
    figure('Next due', relativeTime(nextDueAt), nextDueAt ? time(nextDueAt) : 'nothing is near'),
  ]);
}

const figure = (label, value, more) => h('div.figure', [h('dt.quiet', label), h('dd.value', [value]), h('dd.more.quiet.ellipsis', [more])]);
const recent = (of) => rates.recent.slice(-SPARK_SECONDS).map((event) => of(event) ?? 0);

const rated = (name, label, style, show) => col(name, label, `num ${style}`, show, (g) => rates.byGroup.get(g.groupId)?.[name]);
const GROUPS = [
  col('groupId', 'Group', '', (groupId, g) => h('span.row', [link(href.group(groupId), groupId), g.paused && stateBadge('PAUSED')])),
  rated('createdPerSecond', 'Created/s', '', perSecond), rated('firedPerSecond', 'Fired/s', '', perSecond),
  col('lastMinute', 'Last minute', 'wide', (values) => sparkline(values), (g) => recent((event) => event.groups.find((it) => it.groupId === g.groupId)?.firedPerSecond)),
  rated('retriedPerSecond', 'Retried/s', 'wide', perSecond), rated('failedPerSecond', 'Failed/s', 'wide', perSecond), rated('latenessP99Millis', 'p99 late', 'wide', span),
  rated('backlogAgeMillis', 'Backlog age', 'wide', span), col('pending', 'Scheduled', 'num wide', held), rated('nextDueAt', 'Next due', '', relativeTime),
];
const NODES = [
  col('nodeId', 'Node', '', (nodeId, n) => h('span.row', [nodeId, n.isSelf && badge('answers you')])),
  col('alive', 'State', '', (alive) => (alive ? badge('alive', 'ok') : badge('gone', 'error'))),
  col('openShards', 'Shards', 'num', count), col('inFlight', 'In flight', 'num wide', count), col('clockOffsetMillis', 'Clock off by', 'num wide', span), col('address', 'Address', 'wide'),
];

/** Nodes as the newest event names them, with what the store knows. */
function nodesOf(event, cluster) {
  const address = (id) => cluster?.members.find(({ nodeId }) => nodeId === id)?.address;
  return (event?.nodes ?? []).map((node) => ({ ...node, address: address(node.nodeId), isSelf: cluster?.self === node.nodeId }));
}
