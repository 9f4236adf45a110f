// Timers of a group by time, with filters that stand in the address.
import {
  h, ref, reactive, computed, bound, api, route, go, href, link, badge, button, card, empty, failure, field, head, linkButton, loading, quiet, col, time, relativeTime, may,
} from '../view.js';
import { TimerList, useGroups, idColumn, callbackColumn } from '../timer-list.js';
import { TimerFilters, filterOf } from '../timer-filters.js';
import { bulkBar } from '../bulk.js';
import { removeTimers, fireTimers, postponeTimers } from '../actions.js';

const COLUMNS = [
  idColumn,
  col('nextAttemptAt', 'Next attempt', '', relativeTime),
  col('nextAttemptAt', 'At', 'wide', time),
  col('attempts', 'Attempts', 'num wide', (n) => (n ? badge(`${n} failed`, 'warning') : quiet('none'))),
  col('correlationId', 'Correlation id', 'wide', quiet), callbackColumn,
];
const ACTIONS = [['later', 'Postpone', postponeTimers], ['bolt', 'Fire now', fireTimers], ['trash', 'Delete', removeTimers, 'danger']];

export default {
  setup() {
    const { groups, groupId } = useGroups();
    const list = ref(null);
    const filter = computed(() => filterOf(route.value.query));
    const change = (part) => go(href.timers({ ...route.value.query, group: groupId.value, ...part }), { replace: true });

    return () => [
      head({ title: 'Timers' }, button('again', '', () => list.value?.reload(), '', { label: 'Load anew' }), may('write') && linkButton(href.create({ group: groupId.value }), 'plus', 'New timer', 'primary')),
      h(Find, { groupId: groupId.value }),
      card({ flush: true },
        h(TimerFilters, { change, groups: groups.data, groupId: groupId.value, from: 'now, 2026-01-31 09:00', until: 'in 2 hours, tomorrow 9:00' },
          { matching: () => groupId.value && bulkBar(groupId.value, filter.value, ['postpone', 'fire', 'delete'], () => list.value?.reload()) }),
        groups.problem && h('div.pad', failure(groups)),
        groupId.value ? h(TimerList, { ref: list, label: `Timers of ${groupId.value}`, columns: COLUMNS, actions: may('write') ? ACTIONS : [], listed: JSON.stringify([groupId.value, filter.value]),
          load: (page, signal) => api.timers(groupId.value, { ...filter.value, ...page }, signal) }, none) : loading(8)),
    ];

    function none() {
      const group = groupId.value;
      if (Object.values(filter.value).some(Boolean)) return empty('search', 'No scheduled timer matches the filter', link(href.timers({ group }), 'Take the filter away'));
      return empty('timers', `No timer is scheduled in ${group}`, link(href.create({ group }), 'Create one'), ', or let a program do it: ', link('/api-view', 'the API'), '.');
    }
  },
};

/** One timer by its id, at once. */
const Find = {
  props: ['groupId'],
  setup(props) {
    const state = reactive({ id: '', missed: '', error: '' });
    async function find(event) {
      event.preventDefault();
      const key = { groupId: props.groupId, timerId: state.id.trim() };
      if (!key.timerId) return;
      state.missed = state.id;
      await api.timer(key).then(() => go(href.timer(key)), ({ status, message }) => {
        state.error = status === 404 ? `There is no timer ${key.timerId} in ${key.groupId}: it has fired, was deleted, or is in another group.` : message;
      });
    }
    return () => h('form.find-timer', { onSubmit: find }, field({ name: 'timer-id', label: 'Find by id', error: state.id === state.missed ? state.error : '', type: 'search',
      placeholder: `A timer id in ${props.groupId ?? 'the group'}`, ...bound(state, 'id'), control: (box) => h('div.joined', [h('input', box), button('search', 'Find', undefined, '', { type: 'submit' })]) }));
  },
};
