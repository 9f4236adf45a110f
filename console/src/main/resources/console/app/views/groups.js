// Every group: what is configured, and how it goes.
import { h, defineComponent } from '../dom.js';
import { api } from '../api.js';
import { href, Link } from '../router.js';
import { rates } from '../sse.js';
import { Badge, Button, Failure, Head, count, perSecond, useLoad } from '../ui.js';
import { TableCard, col } from '../table.js';
import { Instant, spanOf } from '../time.js';
import { pauseGroup, resumeGroup } from '../group-actions.js';

const live = (field) => (g) => rates.byGroup.get(g.groupId)?.[field];

const COLUMNS = [
  col('groupId', 'Group', '', (groupId) => h(Link, { to: href.group(groupId) }, () => groupId)),
  col('paused', 'State', '', (paused, g) => (paused ? h('span.row', [h(Badge, { state: 'PAUSED' }), h(Instant, { at: g.pausedSince, how: 'relative' })]) : h(Badge, { tone: 'ok' }, () => 'fires'))),
  col('pauseReason', 'Reason', 'wide', (reason, g) => h('span.quiet', { title: reason }, g.paused ? reason || 'no reason given' : '–')),
  col('firedPerSecond', 'Fired/s', 'num', perSecond, live('firedPerSecond')), col('backlogAgeMillis', 'Backlog age', 'num wide', spanOf, live('backlogAgeMillis')),
  col('shardCount', 'Shards', 'num wide', count), col('failedRetention', 'Keeps failed', 'num wide'),
];

export default defineComponent({
  setup() {
    const groups = useLoad(() => api.groups(), { everyMillis: 10_000 });
    const act = (action, groupId) => async () => { if (await action(groupId)) groups.again(); };
    const toggle = (_, { groupId, paused }) => h(Button, { small: true, kind: 'quiet', icon: paused ? 'play' : 'pause', label: `${paused ? 'Resume' : 'Pause'} ${groupId}`, onClick: act(paused ? resumeGroup : pauseGroup, groupId) });
    const columns = [...COLUMNS, col('', h('span.hidden-text', 'Actions'), 'num', toggle)];
    return () => [
      h(Head, { title: 'Groups', hint: 'Declared in the configuration; each has its own shards, retries and pause.' }),
      groups.problem && h(Failure, { problem: groups.problem, onAgain: groups.again }),
      h(TableCard, { title: 'All groups', columns, more: COLUMNS, rows: groups.data, rowKey: (g) => g.groupId, to: (g) => href.group(g.groupId), empty: 'No group is configured' }),
    ];
  },
});
