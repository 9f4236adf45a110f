// One group: its pause, charts, shards and settings.
import { h, defineComponent, computed } from 'vue';
import { api } from '../api.js';
import { go, href, Link } from '../router.js';
import { useHistory } from '../series.js';
import { HistoryCharts, RangeChoice } from '../history-charts.js';
import { HeatMap } from '../heat-map.js';
import { Badge, Button, Card, Empty, Facts, Failure, Head, Icon, Loaded, Loading, count, perSecond, useLoad } from '../ui.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { Instant, span } from '../time.js';
import { pauseGroup, resumeGroup } from '../group-actions.js';

export default defineComponent({
  props: ['groupId'],
  setup({ groupId }) {
    const group = useLoad(() => api.group(groupId), { everyMillis: 15_000 });
    const shards = useLoad(() => api.shards(groupId), { everyMillis: 2_000 });
    const history = useHistory(groupId);
    const act = (action) => async () => { if (await action(groupId)) group.again(); };
    const title = () => [groupId, ' ', group.data.value?.paused && h(Badge, { state: 'PAUSED' })];

    return () => {
      if (group.problem.value?.status === 404) return h(Empty, { icon: 'groups', title: `There is no group ${groupId}` }, () => ['Groups are declared in the configuration. ', h(Link, { to: '/groups' }, () => 'Look at those there are'), '.']);
      const it = group.data.value;
      return [
        h(Head, null, { crumb: () => h(Link, { to: '/groups' }, () => 'Groups'), title, default: () => [
          h(RangeChoice, { history }),
          h(Button, { icon: 'timers', onClick: () => go(href.timers({ group: groupId })) }, () => 'Timers'),
          h(Button, { icon: 'failed', onClick: () => go(href.failed({ group: groupId })) }, () => 'Failed'),
          it && (it.paused ? h(Button, { kind: 'primary', icon: 'play', onClick: act(resumeGroup) }, () => 'Resume') : h(Button, { icon: 'pause', onClick: act(pauseGroup) }, () => 'Pause')),
        ] }),
        group.problem.value && h(Failure, { problem: group.problem.value, onAgain: group.again }),
        it?.paused && h('div', { class: 'note warning' }, [h(Icon, { name: 'pause' }), h('div', [h('p', { class: 'note-title' }, ['Paused ', h(Instant, { at: it.pausedSince, how: 'relative' })]), h('p', it.pauseReason || 'No reason was given.')])]),
        hotSpots(shards.data.value),
        h(Card, { title: 'Shards', hint: 'pick one to see its figures' }, { actions: () => h(Export, { name: `shards-${groupId}`, columns: SHARD_COLUMNS, rows: shards.data.value?.shards ?? [] }),
          default: () => h(Loaded, { from: shards }, (data) => h(HeatMap, { shards: data.shards })) }),
        h(HistoryCharts, { history }),
        h('div', { class: 'columns' }, [h(Balance, { shards: shards.data.value?.shards }), h(Moves, { moves: shards.data.value?.moves })]),
        h(Card, { title: 'Settings' }, () => (it ? h(Facts, { rows: settings(it) }) : h(Loading))),
      ];
    };
  },
});

const SHARD_COLUMNS = ['shard', 'owner', 'epoch', 'state', 'firedPerSecond', 'latenessP99Millis', 'backlogAgeMillis', 'loaded', 'hot'].map((name) => ({ name, of: (shard) => shard[name] }));

function hotSpots(data) {
  const hot = data?.shards.filter((shard) => shard.hot) ?? [];
  if (!hot.length) return null;
  const names = hot.slice(0, 5).map(({ shard, firedPerSecond, latenessP99Millis }) => `shard ${shard} (${perSecond(firedPerSecond)}/s${latenessP99Millis == null ? '' : `, p99 ${span(latenessP99Millis)} late`})`).join(', ');
  return h('div', { class: 'note warning' }, [h(Icon, { name: 'bolt' }), h('div', [h('p', { class: 'note-title' }, hot.length === 1 ? 'One shard is far from its siblings' : `${hot.length} shards are far from their siblings`),
    h('p', `${names}${hot.length > 5 ? ' and more' : ''}. Timers spread by their id; a few ids may do most of the work.`)])]);
}

/** How evenly the shards and their work lie on the nodes. */
function Balance({ shards }) {
  const nodes = computed(() => {
    const byOwner = new Map();
    for (const { owner, firedPerSecond } of shards ?? []) {
      const node = byOwner.get(owner) ?? { owner, shards: 0, firedPerSecond: 0 };
      node.shards++;
      node.firedPerSecond += firedPerSecond ?? 0;
      byOwner.set(owner, node);
    }
    return [...byOwner.values()].sort((a, b) => String(a.owner).localeCompare(String(b.owner)));
  }).value;
  const most = Math.max(...nodes.map((node) => node.shards), 1);
  const columns = [
    { name: 'node', label: 'Node', of: (n) => n.owner, cell: (n) => n.owner ?? h(Badge, { tone: 'error' }, () => 'nobody') },
    { name: 'share', label: 'Share', cell: (n) => h('i', { class: 'bar', style: { width: `${(100 * n.shards) / most}%` } }) },
    { name: 'shards', label: 'Shards', class: 'num', of: (n) => n.shards, cell: (n) => count(n.shards) },
    { name: 'firedPerSecond', label: 'Fired/s', class: 'num', of: (n) => n.firedPerSecond, cell: (n) => perSecond(n.firedPerSecond) },
  ];
  return h(Card, { title: 'Balance of nodes', flush: true }, { actions: () => h(Export, { name: 'balance', columns: columns.filter(({ of }) => of), rows: nodes }),
    default: () => (shards ? h(DataTable, { label: 'Balance of nodes', columns, rows: nodes, rowKey: (n) => String(n.owner) }) : h(Loading)) });
}
Balance.props = ['shards'];

function Moves({ moves }) {
  const columns = [
    { name: 'at', label: 'When', of: (m) => m.at, cell: (m) => h(Instant, { at: m.at, how: 'relative' }) },
    { name: 'shard', label: 'Shard', class: 'num', of: (m) => m.shard },
    { name: 'from', label: 'From', of: (m) => m.from, cell: (m) => m.from ?? 'nobody' },
    { name: 'to', label: 'To', of: (m) => m.to, cell: (m) => m.to ?? 'nobody' },
  ];
  return h(Card, { title: 'Moves', hint: 'the last 100 seen', flush: true }, { actions: () => h(Export, { name: 'moves', columns, rows: moves ?? [] }),
    default: () => (!moves ? h(Loading) : moves.length ? h('div', { class: 'scroll' }, h(DataTable, { label: 'Moves', columns, rows: moves.slice(0, 100), rowKey: (m) => `${m.at} ${m.shard}` })) : h(Empty, { icon: 'check', title: 'No shard has moved' })) });
}
Moves.props = ['moves'];

function settings(group) {
  const { retryPolicy: retry } = group;
  const counted = (n) => (group.shards.some((shard) => shard.pending >= group.countedUpTo) ? `at least ${count(n)}` : count(n));
  return [
    ['Scheduled', `${counted(group.pending)} timers`], ['Kept', `${count(group.kept)} timers`], ['Shards', count(group.shardCount)], ['Keeps reached for', group.retention === '0ms' ? 'not at all' : group.retention],
    ['Keeps failed for', group.failedRetention], ['Callback timeout', group.callbackTimeout],
    ['Retries', `at most ${retry.maxAttempts} attempts within ${retry.maxDuration}, first after ${retry.initialInterval}, then × ${retry.backoffMultiplier} up to ${retry.maxInterval}`],
  ];
}
