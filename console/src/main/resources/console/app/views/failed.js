// Dead letters: why they failed, and a second chance for one or for all of a reason.
import {
  exportButtons, h, ref, computed, watch, api, route, go, href, link, useLoad, button, card, empty, failure, head, loading, count, col, time, relativeTime, may,
} from '../view.js';
import { TimerList, useGroups, groupChoice, choiceHint, idColumn, callbackColumn } from '../timer-list.js';
import { bulk } from '../bulk.js';
import { redriveTimers, removeTimers } from '../actions.js';

const COLUMNS = [
  idColumn, col('failedAt', 'Failed', '', relativeTime), col('lastError', 'Last error', '', (text) => h('span', { title: text }, text ?? '–')),
  col('attempts', 'Attempts', 'num wide'), callbackColumn, col('keptUntil', 'Kept until', 'wide', time),
];
const ACTIONS = [['again', 'Redrive', redriveTimers, 'primary', 'operate'], ['trash', 'Delete', removeTimers, 'danger', 'write']];
const REASONS = ['reason', 'count', 'example'].map((name) => col(name));

export default {
  setup() {
    const { groups, groupId } = useGroups();
    const list = ref(null);
    const reload = () => list.value?.reload();
    const reason = computed(() => route.value.query.reason);
    const reasons = useLoad(async () => groupId.value && api.reasons(groupId.value), 10_000);
    watch(groupId, () => { reasons.data = null; reasons.again(); });

    async function redriveAll(error) {
      if (await bulk(groupId.value, { action: 'redrive', error })) reload();
    }

    return () => [
      head({ title: 'Failed', hint: 'Timers that were given up. They are kept for a while and can be scheduled anew.' },
        choiceHint(groups.data), groupChoice(groups.data, groupId.value, (group) => go(href.failed({ group })), { class: 'group-choice', 'aria-label': 'Group' }), button('again', '', reload, '', { label: 'Load anew' })),
      failure(groups),
      failure(reasons) ?? (reasons.data?.reasons.length > 0 && reasonCard(reasons.data)),
      card({ title: reason.value ? `Failed with “${reason.value}”` : 'Dead letters', hint: 'the latest first', flush: true,
        actions: reason.value && button('close', 'All reasons', () => go(href.failed({ group: groupId.value })), 'quiet small') },
      groupId.value ? h(TimerList, { ref: list, label: 'Failed timers', columns: COLUMNS, actions: ACTIONS.filter(([, , , , role]) => may(role)), listed: groupId.value, keep: reason.value ? ({ lastError }) => lastError === reason.value : null, onReload: reasons.again,
        load: (...page) => api.failed(groupId.value, ...page) }, () => empty('check', reason.value ? 'None failed for this reason' : `Nothing has failed in ${groupId.value}`)) : loading(6)),
    ];

    function reasonCard({ reasons: all, complete }) {
      const most = Math.max(...all.map((it) => it.count));
      const total = count(all.reduce((sum, it) => sum + it.count, 0));
      return card({ title: 'Reasons', hint: complete ? `${total} in all` : `of the latest ${total}`, actions: [exportButtons('reasons', REASONS, all), may('operate') && button('again', 'Redrive all', () => redriveAll(), 'small')] },
        h('ul.reasons', all.map((it) => h('li', { key: it.reason }, [
          link(href.failed({ group: groupId.value, reason: it.reason }), [h('span.ellipsis', { title: it.reason }, it.reason), h('i.bar', { style: { width: `${Math.max(2, (100 * it.count) / most)}%` } })],
            { class: 'reason', 'aria-current': it.reason === reason.value ? 'true' : undefined }),
          h('span.num', `${count(it.count)}${it.more ? '+' : ''}`),
          may('operate') && button('again', '', () => redriveAll(it.reason), 'quiet small', { label: `Redrive all with ${it.reason}` }),
        ]))));
    }
  },
};
