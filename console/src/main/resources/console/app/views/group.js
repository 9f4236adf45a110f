// One group: its pause, charts, shards and settings.
import {
  exportButtons, h, api, href, link, useLoad, badge, button, card, empty, facts, failure, head, held, linkButton, loaded, note, stateBadge, count, perSecond, span,
  tableCard, col, relativeTime, may,
} from '../view.js';
import { useHistory } from '../history.js';
import { HeatMap } from '../heat-map.js';
import { BulkJobs } from '../bulk.js';
import { DatabaseMoves } from '../database-moves.js';
import { pauseGroup, resumeGroup } from '../actions.js';
import { changeGroup, deleteGroup } from '../group-form.js';
import { limitsText } from './groups.js';

const SHARDS = ['shard', 'owner', 'epoch', 'state', 'firedPerSecond', 'latenessP99Millis', 'backlogAgeMillis', 'loaded', 'hot'].map((name) => col(name));
const MOVES = [col('at', 'When', '', relativeTime), col('shard', 'Shard', 'num'), col('from', 'From'), col('to', 'To')];
const BALANCE = [
  col('owner', 'Node', '', (owner) => owner ?? badge('nobody', 'error')), col('share', 'Share', '', (share) => h('i.bar', { style: { width: `${100 * share}%` } })),
  col('shards', 'Shards', 'num', count), col('firedPerSecond', 'Fired/s', 'num', perSecond),
];
const MOVES_SHOWN = 12;
const HOT_NAMED = 5;

export default {
  props: ['groupId'],
  setup({ groupId }) {
    const group = useLoad(() => api.group(groupId), 15_000);
    const shards = useLoad(() => api.shards(groupId), 2_000);
    const { charts, ranges } = useHistory(groupId);
    const act = (action) => async () => { if (await action(groupId)) group.again(); };

    return () => {
      const { data: it, problem } = group;
      if (problem?.status === 404) return empty('groups', `There is no group ${groupId}`, link('/groups', 'Look at those there are'));
      const { shards: all, moves } = shards.data ?? {};
      return [
        head({ crumb: [link('/groups', 'Groups')], title: [groupId, ' ', it && it.phase !== 'SERVING' && stateBadge(it.phase), it?.paused && stateBadge('PAUSED')] },
          ranges(), linkButton(href.timers({ group: groupId }), 'timers', 'Timers'), linkButton(href.failed({ group: groupId }), 'failed', 'Failed'),
          it?.phase === 'SERVING' && may('admin') && [button('edit', 'Change', act(() => changeGroup(it))), button('trash', 'Delete', act(() => deleteGroup(it)))],
          may('operate') && it?.phase !== 'CLOSING' && it?.phase !== 'DROPPING' && (it?.paused ? button('play', 'Resume', act(resumeGroup), 'primary') : button('pause', 'Pause', act(pauseGroup)))),
        failure(group),
        it?.paused && note('warning', 'pause', ['Paused ', relativeTime(it.pausedSince)], it.pauseReason || 'No reason was given.'),
        hotSpots(all?.filter((shard) => shard.hot) ?? []),
        card({ title: 'Shards', hint: 'pick one to see its figures', actions: exportButtons(`shards-${groupId}`, SHARDS, all) }, loaded(shards, () => h(HeatMap, { shards: all }))),
        charts(),
        h('div.columns.uneven', [
          tableCard({ title: 'Balance of nodes', columns: BALANCE, rows: all && balance(all) }),
          tableCard({ title: 'Moves', hint: 'the latest first', columns: MOVES, rows: moves?.slice(0, MOVES_SHOWN), exported: moves, rowKey: (m) => `${m.at} ${m.shard}`, none: 'No shard has moved' }),
        ]),
        h(DatabaseMoves, { groupId }),
        h(BulkJobs, { groupId }),
        card({ title: 'Settings' }, loaded(group, settings)),
      ];
    };
  },
};

function hotSpots(hot) {
  if (!hot.length) return null;
  const names = hot.slice(0, HOT_NAMED).map(({ shard, firedPerSecond, latenessP99Millis: late }) => `shard ${shard} (${perSecond(firedPerSecond)}/s${late == null ? '' : `, p99 ${span(late)} late`})`).join(', ');
  return note('warning', 'bolt', hot.length === 1 ? 'One shard is far from its siblings' : `${hot.length} shards are far from their siblings`,
    `${names}${hot.length > HOT_NAMED ? ' and more' : ''}. Timers spread by their id; a few ids may do most of the work.`);
}

/** How evenly the shards and their work lie on the nodes. */
function balance(shards) {
  const nodes = Object.entries(Object.groupBy(shards, ({ owner }) => owner ?? '')).map(([owner, own]) => ({ owner: owner || null, shards: own.length, firedPerSecond: own.reduce((sum, it) => sum + (it.firedPerSecond ?? 0), 0) }));
  const most = Math.max(...nodes.map((node) => node.shards));
  return nodes.map((node) => ({ ...node, share: node.shards / most })).sort((a, b) => String(a.owner).localeCompare(String(b.owner)));
}

function settings({ retryPolicy: retry, ...group }) {
  return facts([
    ['Scheduled', `${held(group.pending, group)} timers`], ['Failed', `${held(group.deadLetters, group)} timers`], ['Kept', `${count(group.kept)} timers`], ['Shards', count(group.shardCount)], ['Keeps reached', group.retention === '0ms' ? 'not at all' : `for ${group.retention}`],
    ['Keeps failed', `for ${group.failedRetention}`], ['Callback timeout', group.callbackTimeout],
    ['Limits', limitsText(group.limits) + (group.limits.burst ? `, bursts of ${group.limits.burst}` : '')], group.onFailed && ['Tells of failures', group.onFailed],
    ['Retries', `at most ${retry.maxAttempts} attempts within ${retry.maxDuration}, first after ${retry.initialInterval}, then × ${retry.backoffMultiplier} up to ${retry.maxInterval}`],
    ['Success', retry.success === 'strict' ? 'strict: the answer has to say so' : 'any 2xx'],
    ['No retry after', ['410', ...retry.permanentStatuses].join(', ')],
  ]);
}
