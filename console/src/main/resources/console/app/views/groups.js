// Every group: what it is allowed, and how it goes.
import { h, ref, watch, api, groupsShown, held, narrow, noisyFirst, href, link, useLoad, badge, button, failure, head, quiet, stateBadge, count, perSecond, span, tableCard, col, relativeTime, may } from '../view.js';
import { rates } from '../sse.js';
import { pauseGroup, resumeGroup } from '../actions.js';
import { createGroup } from '../group-form.js';

const live = (name, label, style, show) => col(name, label, style, show, (g) => rates.byGroup.get(g.groupId)?.[name]);

const COLUMNS = [
  col('groupId', 'Group', '', (groupId) => link(href.group(groupId), groupId)),
  col('paused', 'State', '', (paused, g) => (g.phase !== 'SERVING' ? stateBadge(g.phase) : paused ? h('span.row', [stateBadge('PAUSED'), relativeTime(g.pausedSince)]) : badge('fires', 'ok'))),
  col('pauseReason', 'Reason', 'wide', (reason, g) => quiet(g.paused ? reason || 'no reason given' : null)),
  live('firedPerSecond', 'Fired/s', 'num', perSecond), live('backlogAgeMillis', 'Backlog age', 'num wide', span),
  col('pending', 'Scheduled', 'num', held), col('deadLetters', 'Failed', 'num wide', held),
  col('shardCount', 'Shards', 'num wide', count), col('limits', 'Limits', 'wide', (limits) => quiet(limitsText(limits))), col('failedRetention', 'Keeps failed', 'num wide'),
];

/** What a group may take of what groups share, in a few words. */
export const limitsText = ({ weight, ratePerSecond, concurrency, hostRatePerSecond, hostConcurrency }) =>
  [weight !== 1 && `weight ${weight}`, ratePerSecond != null && `${ratePerSecond}/s`, concurrency != null && `${concurrency} at once`,
    hostRatePerSecond != null && `${hostRatePerSecond}/s a host`, hostConcurrency != null && `${hostConcurrency} at once a host`].filter(Boolean).join(', ') || 'none';

export default {
  setup() {
    const prefix = ref('');
    const groups = useLoad(() => api.groups(prefix.value), 10_000);
    watch(prefix, groups.again);
    const toggle = (_, { groupId, paused, phase }) => {
      if (!may('operate') || phase !== 'SERVING') return null;
      const [name, verb, act] = paused ? ['play', 'Resume', resumeGroup] : ['pause', 'Pause', pauseGroup];
      return button(name, '', async () => { if (await act(groupId)) groups.again(); }, 'quiet small', { label: `${verb} ${groupId}` });
    };
    const columns = [...COLUMNS, col('', h('span.hidden-text', 'Actions'), 'num', toggle)];
    return () => [
      head({ title: 'Groups', hint: 'Each has its own shards, retries, limits and pause.' },
        may('admin') && button('plus', 'New group', async () => { if (await createGroup()) groups.again(); }, 'primary')),
      failure(groups),
      tableCard({ title: 'All groups', hint: [groupsShown(groups.data), ' The noisy ones first.'], actions: narrow('Name begins with', prefix), columns, more: COLUMNS, rows: noisyFirst(groups.data), to: (g) => href.group(g.groupId), none: prefix.value ? 'No group has a name that begins so' : 'There is no group' }),
    ];
  },
};
