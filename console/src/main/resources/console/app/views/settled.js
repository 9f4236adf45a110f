// Timers that are over: what became of them, as far as their group keeps them.
import { h, ref, computed, api, route, go, href, link, button, card, empty, failure, field, head, loading, select, stateBadge, wordsOf, quiet, col, time, relativeTime } from '../view.js';
import { TimerList, useGroups, idColumn, callbackColumn } from '../timer-list.js';
import { TimerFilters, filterOf } from '../timer-filters.js';
import { answerOf } from '../attempts.js';

const STATES = ['REACHED', 'FAILED', 'CANCELLED'];
const ANY = 'any';
const settledAt = ({ reachedAt, failedAt, cancelledAt }) => reachedAt ?? failedAt ?? cancelledAt;
const COLUMNS = [
  idColumn, col('state', 'State', '', stateBadge), col('settledAt', 'Settled', '', relativeTime, settledAt), col('settledAt', 'At', 'wide', time, settledAt),
  col('lastAttempts', 'Last answer', 'wide', (attempts) => answerOf(attempts?.at(-1))), col('attempts', 'Attempts', 'num wide'), col('correlationId', 'Correlation id', 'wide', quiet), callbackColumn,
];

export default {
  setup() {
    const { groups, groupId } = useGroups();
    const list = ref(null);
    const state = computed(() => STATES.find((it) => it === route.value.query.state?.toUpperCase()));
    const filter = computed(() => ({ ...filterOf(route.value.query), state: state.value }));
    const change = (part) => go(href.settled({ ...route.value.query, group: groupId.value, ...part }), { replace: true });
    const stateChoice = (box) => select([ANY, ...STATES.map(wordsOf)], state.value ? wordsOf(state.value) : ANY, (word) => change({ state: word === ANY ? '' : word }), box);

    return () => [
      head({ title: 'History', hint: 'Timers that were reached, given up or deleted, as long as their group keeps them.' }, button('again', '', () => list.value?.reload(), '', { label: 'Load anew' })),
      card({ flush: true },
        h(TimerFilters, { change, groups: groups.data, groupId: groupId.value, from: '2 hours ago, 2026-01-31 09:00', until: 'now, yesterday 17:00' }, () => field({ name: 'state', label: 'State', control: stateChoice })),
        groups.problem && h('div.pad', failure(groups)),
        groupId.value ? h(TimerList, { ref: list, label: `History of ${groupId.value}`, columns: COLUMNS, actions: [], listed: JSON.stringify([groupId.value, filter.value]),
          load: (page, signal) => api.settled(groupId.value, { ...filter.value, ...page }, signal) }, none) : loading(8)),
    ];

    function none() {
      const group = groupId.value;
      if (Object.values(filter.value).some(Boolean)) return empty('search', 'No timer that is over matches the filter', link(href.settled({ group }), 'Take the filter away'));
      return empty('settled', `Nothing of ${group} is kept`, 'How long timers are kept after they fired or failed is the ', link(href.group(group), 'retention of the group'), '.');
    }
  },
};
