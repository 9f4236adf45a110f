// Timers of a group by time, with filters that stand in the address.
import {
  h, ref, reactive, computed, watch, onUnmounted, bound, api, route, go, href, link, badge, button, card, empty, failure, field, head, linkButton, loading,
  quiet, col, time, relativeTime, understood, may,
} from '../view.js';
import { TimerList, useGroups, groupChoice, idColumn, callbackColumn } from '../timer-list.js';
import { removeTimers, fireTimers, postponeTimers } from '../actions.js';

const TYPING_MILLIS = 350;
const COLUMNS = [
  idColumn,
  col('nextAttemptAt', 'Next attempt', '', relativeTime),
  col('nextAttemptAt', 'At', 'wide', time),
  col('attempts', 'Attempts', 'num wide', (n) => (n ? badge(`${n} failed`, 'warning') : quiet('none'))),
  col('correlationId', 'Correlation id', 'wide', quiet), callbackColumn,
];
const ACTIONS = [['later', 'Postpone', postponeTimers], ['bolt', 'Fire now', fireTimers], ['trash', 'Delete', removeTimers, 'danger']];
const instantOf = (text) => (text ? understood(text)?.toISOString() : undefined);

export default {
  setup() {
    const { groups, groupId } = useGroups();
    const list = ref(null);
    const filter = computed(() => {
      const { from, until, correlation } = route.value.query;
      return { from: instantOf(from), until: instantOf(until), correlationId: correlation };
    });
    const change = (part) => go(href.timers({ ...route.value.query, group: groupId.value, ...part }), { replace: true });

    return () => [
      head({ title: 'Timers' }, button('again', '', () => list.value?.reload(), '', { label: 'Load anew' }), may('write') && linkButton(href.create({ group: groupId.value }), 'plus', 'New timer', 'primary')),
      h(Find, { groupId: groupId.value }),
      card({ flush: true },
        h(Filters, { change }, (box) => groupChoice(groups.data, groupId.value, (group) => change({ group }), box)),
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

const Filters = {
  props: ['change'],
  setup({ change }, { slots }) {
    const typed = reactive({});
    let waiting = null;
    let known = null;
    const forget = () => { clearTimeout(waiting); waiting = null; };
    const textOf = ({ from = '', until = '', correlation = '' }) => JSON.stringify([from, until, correlation]);
    onUnmounted(forget);
    // What is typed stands in the address a moment later; until then the address knows less, unless somebody else has changed it.
    watch(() => route.value.query, ({ from, until, correlation }) => {
      const address = { from, until, correlation };
      if (waiting && textOf(address) === known) return;
      forget();
      known = textOf(address);
      Object.assign(typed, address);
    }, { immediate: true });
    const apply = () => { waiting = null; known = textOf(typed); change({ ...typed }); };
    const filter = (name, label, placeholder, error) => field({ name, label, placeholder, error, value: typed[name] ?? '', onInput: ({ target: { value } }) => {
      typed[name] = value;
      clearTimeout(waiting);
      waiting = setTimeout(apply, TYPING_MILLIS);
    } });
    const when = (name, label, placeholder) => filter(name, label, placeholder, typed[name] && !understood(typed[name]) ? 'Such as 2026-01-31 09:00, tomorrow 9:00 or in 2 hours.' : '');
    return () => h('div.filters', [
      field({ name: 'group', label: 'Group', control: slots.default }),
      when('from', 'From', 'now, 2026-01-31 09:00'), when('until', 'Until', 'in 2 hours, tomorrow 9:00'), filter('correlation', 'Correlation id', 'any'),
    ]);
  },
};
