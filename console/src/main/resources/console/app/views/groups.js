// Every group: what is configured, and how it goes.
import { h, defineComponent } from 'vue';
import { api } from '../api.js';
import { href, Link } from '../router.js';
import { rates } from '../sse.js';
import { Badge, Button, Card, Empty, Head, Loaded, count, perSecond, useLoad } from '../ui.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { Instant, span } from '../time.js';
import { pauseGroup, resumeGroup } from '../group-actions.js';

export default defineComponent({
  setup() {
    const groups = useLoad(() => api.groups(), { everyMillis: 10_000 });
    const act = (action, groupId) => async () => { if (await action(groupId)) groups.again(); };
    const rate = (g) => rates.byGroup.get(g.groupId);
    const columns = [
      { name: 'groupId', label: 'Group', of: (g) => g.groupId, cell: (g) => h(Link, { to: href.group(g.groupId) }, () => g.groupId) },
      { name: 'paused', label: 'State', of: (g) => g.paused, cell: (g) => (g.paused ? h('span', { class: 'row', title: g.pauseReason }, [h(Badge, { state: 'PAUSED' }), h(Instant, { at: g.pausedSince, how: 'relative' })]) : h(Badge, { tone: 'ok' }, () => 'fires')) },
      { name: 'pauseReason', label: 'Reason', wide: true, of: (g) => g.pauseReason, cell: (g) => h('span', { class: 'quiet', title: g.pauseReason }, g.paused ? g.pauseReason || 'no reason given' : '–') },
      { name: 'firedPerSecond', label: 'Fired/s', class: 'num', of: (g) => rate(g)?.firedPerSecond, cell: (g) => perSecond(rate(g)?.firedPerSecond) },
      { name: 'backlogAgeMillis', label: 'Backlog age', class: 'num', wide: true, of: (g) => rate(g)?.backlogAgeMillis, cell: (g) => (rate(g)?.backlogAgeMillis == null ? '–' : span(rate(g).backlogAgeMillis)) },
      { name: 'shardCount', label: 'Shards', class: 'num', wide: true, of: (g) => g.shardCount, cell: (g) => count(g.shardCount) },
      { name: 'retention', label: 'Keeps reached', class: 'num', wide: true, of: (g) => g.retention, cell: (g) => (g.retention === '0ms' ? 'no' : g.retention) },
      { name: 'failedRetention', label: 'Keeps failed', class: 'num', wide: true, of: (g) => g.failedRetention },
    ];
    const withActions = [...columns.filter(({ name }) => name !== 'retention'), { name: 'actions', label: h('span', { class: 'hidden-text' }, 'Actions'), class: 'num', cell: (g) => h(Button, g.paused
      ? { small: true, icon: 'play', label: `Resume ${g.groupId}`, onClick: act(resumeGroup, g.groupId) } : { small: true, kind: 'quiet', icon: 'pause', label: `Pause ${g.groupId}`, onClick: act(pauseGroup, g.groupId) }) }];
    return () => [
      h(Head, { title: 'Groups', hint: 'Declared in the configuration; each has its own shards, retries and pause.' }),
      h(Card, { flush: true, title: 'All groups' }, {
        actions: () => h(Export, { name: 'groups', columns, rows: groups.data.value ?? [] }),
        default: () => h(Loaded, { from: groups }, (rows) => (rows.length ? h(DataTable, { label: 'Groups', columns: withActions, rows, rowKey: (g) => g.groupId, to: (g) => href.group(g.groupId), sortable: true }) : h(Empty, { icon: 'groups', title: 'No group is configured' }))),
      }),
    ];
  },
});
