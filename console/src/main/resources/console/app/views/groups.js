// Every group: what is configured, and how it goes.
import { h, api, href, link, useLoad, badge, button, failure, head, quiet, stateBadge, count, perSecond, span, tableCard, col, relativeTime, may } from '../view.js';
import { rates } from '../sse.js';
import { pauseGroup, resumeGroup } from '../actions.js';

const live = (name, label, style, show) => col(name, label, style, show, (g) => rates.byGroup.get(g.groupId)?.[name]);

const COLUMNS = [
  col('groupId', 'Group', '', (groupId) => link(href.group(groupId), groupId)),
  col('paused', 'State', '', (paused, g) => (paused ? h('span.row', [stateBadge('PAUSED'), relativeTime(g.pausedSince)]) : badge('fires', 'ok'))),
  col('pauseReason', 'Reason', 'wide', (reason, g) => quiet(g.paused ? reason || 'no reason given' : null)),
  live('firedPerSecond', 'Fired/s', 'num', perSecond), live('backlogAgeMillis', 'Backlog age', 'num wide', span),
  col('shardCount', 'Shards', 'num wide', count), col('failedRetention', 'Keeps failed', 'num wide'),
];

export default {
  setup() {
    const groups = useLoad(api.groups, 10_000);
    const toggle = (_, { groupId, paused }) => {
      if (!may('operate')) return null;
      const [name, verb, act] = paused ? ['play', 'Resume', resumeGroup] : ['pause', 'Pause', pauseGroup];
      return button(name, '', async () => { if (await act(groupId)) groups.again(); }, 'quiet small', { label: `${verb} ${groupId}` });
    };
    const columns = [...COLUMNS, col('', h('span.hidden-text', 'Actions'), 'num', toggle)];
    return () => [
      head({ title: 'Groups', hint: 'Declared in the configuration; each has its own shards, retries and pause.' }),
      failure(groups),
      tableCard({ title: 'All groups', columns, more: COLUMNS, rows: groups.data, to: (g) => href.group(g.groupId), none: 'No group is configured' }),
    ];
  },
};
