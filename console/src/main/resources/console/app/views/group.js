// One group: its pause, charts, shards and settings.
import { h, defineComponent } from '../dom.js';
import { api } from '../api.js';
import { go, href, Link } from '../router.js';
import { useHistory } from '../series.js';
import { HistoryCharts, RangeChoice } from '../history-charts.js';
import { HeatMap } from '../heat-map.js';
import { Badge, Button, Card, Empty, Facts, Failure, Head, Loaded, Note, count, perSecond, useLoad } from '../ui.js';
import { TableCard, col } from '../table.js';
import { Export } from '../export.js';
import { Instant, span } from '../time.js';
import { pauseGroup, resumeGroup } from '../group-actions.js';

const SHARDS = ['shard', 'owner', 'epoch', 'state', 'firedPerSecond', 'latenessP99Millis', 'backlogAgeMillis', 'loaded', 'hot'].map((name) => col(name));
const nobody = (owner) => owner ?? h(Badge, { tone: 'error' }, () => 'nobody');
const MOVES = [col('at', 'When', '', (at) => h(Instant, { at, how: 'relative' })), col('shard', 'Shard', 'num'), col('from', 'From'), col('to', 'To')];
const BALANCE = [
  col('owner', 'Node', '', nobody), col('share', 'Share', '', (share) => h('i.bar', { style: { width: `${100 * share}%` } })),
  col('shards', 'Shards', 'num', count), col('firedPerSecond', 'Fired/s', 'num', perSecond),
];

const MOVES_SHOWN = 12;

export default defineComponent({
  props: ['groupId'],
  setup({ groupId }) {
    const group = useLoad(() => api.group(groupId), { everyMillis: 15_000 });
    const shards = useLoad(() => api.shards(groupId), { everyMillis: 2_000 });
    const history = useHistory(groupId);
    const act = (action) => async () => { if (await action(groupId)) group.again(); };
    const title = () => [groupId, ' ', group.data?.paused && h(Badge, { state: 'PAUSED' })];
    const actions = () => [
      h(RangeChoice, { history }),
      h(Button, { icon: 'timers', onClick: () => go(href.timers({ group: groupId })) }, () => 'Timers'),
      h(Button, { icon: 'failed', onClick: () => go(href.failed({ group: groupId })) }, () => 'Failed'),
      group.data?.paused ? h(Button, { kind: 'primary', icon: 'play', onClick: act(resumeGroup) }, () => 'Resume') : h(Button, { icon: 'pause', onClick: act(pauseGroup) }, () => 'Pause'),
    ];

    return () => {
      if (group.problem?.status === 404) return h(Empty, { icon: 'groups', title: `There is no group ${groupId}` }, () => ['Groups are declared in the configuration. ', h(Link, { to: '/groups' }, () => 'Look at those there are'), '.']);
      const it = group.data;
      const seen = shards.data;
      return [
        h(Head, null, { crumb: () => h(Link, { to: '/groups' }, () => 'Groups'), title, default: actions }),
        group.problem && h(Failure, { problem: group.problem, onAgain: group.again }),
        it?.paused && h(Note, { tone: 'warning', icon: 'pause', title: ['Paused ', h(Instant, { at: it.pausedSince, how: 'relative' })] }, () => it.pauseReason || 'No reason was given.'),
        hotSpots(seen?.shards.filter((shard) => shard.hot) ?? []),
        h(Card, { title: 'Shards', hint: 'pick one to see its figures' }, { actions: () => h(Export, { name: `shards-${groupId}`, columns: SHARDS, rows: seen?.shards ?? [] }), default: () => h(Loaded, { from: shards }, ({ shards: all }) => h(HeatMap, { shards: all })) }),
        h(HistoryCharts, { history }),
        h('div.columns', [
          h(TableCard, { title: 'Balance of nodes', columns: BALANCE, rows: seen && balance(seen.shards), rowKey: (n) => String(n.owner) }),
          h(TableCard, { title: 'Moves', hint: 'the latest first', columns: MOVES, rows: seen?.moves.slice(0, MOVES_SHOWN), exported: seen?.moves, rowKey: (m) => `${m.at} ${m.shard}`, empty: 'No shard has moved' }),
        ]),
        h(Card, { title: 'Settings' }, () => h(Loaded, { from: group }, (settled) => h(Facts, { rows: settings(settled) }))),
      ];
    };
  },
});

function hotSpots(hot) {
  if (!hot.length) return null;
  const names = hot.slice(0, 5).map(({ shard, firedPerSecond, latenessP99Millis: late }) => `shard ${shard} (${perSecond(firedPerSecond)}/s${late == null ? '' : `, p99 ${span(late)} late`})`).join(', ');
  return h(Note, { tone: 'warning', icon: 'bolt', title: hot.length === 1 ? 'One shard is far from its siblings' : `${hot.length} shards are far from their siblings` },
    () => `${names}${hot.length > 5 ? ' and more' : ''}. Timers spread by their id; a few ids may do most of the work.`);
}

/** How evenly the shards and their work lie on the nodes. */
function balance(shards) {
  const nodes = Object.entries(Object.groupBy(shards, ({ owner }) => owner ?? '')).map(([owner, own]) => ({ owner: owner || null, shards: own.length, firedPerSecond: own.reduce((sum, it) => sum + (it.firedPerSecond ?? 0), 0) }));
  const most = Math.max(...nodes.map((node) => node.shards));
  return nodes.map((node) => ({ ...node, share: node.shards / most })).sort((a, b) => String(a.owner).localeCompare(String(b.owner)));
}

function settings({ retryPolicy: retry, ...group }) {
  const atLeast = group.shards.some((shard) => shard.pending >= group.countedUpTo) ? 'at least ' : '';
  return [
    ['Scheduled', `${atLeast}${count(group.pending)} timers`], ['Kept', `${count(group.kept)} timers`], ['Shards', count(group.shardCount)], ['Keeps reached', group.retention === '0ms' ? 'not at all' : `for ${group.retention}`],
    ['Keeps failed', `for ${group.failedRetention}`], ['Callback timeout', group.callbackTimeout],
    ['Retries', `at most ${retry.maxAttempts} attempts within ${retry.maxDuration}, first after ${retry.initialInterval}, then × ${retry.backoffMultiplier} up to ${retry.maxInterval}`],
  ];
}
