// Timers of a group by time, with filters that stand in the address.
import { h, defineComponent, ref, computed, onUnmounted } from '../dom.js';
import { api } from '../api.js';
import { route, go, href, Link } from '../router.js';
import { Badge, Button, Card, Empty, Failure, Head, Input, Loading } from '../ui.js';
import { col } from '../table.js';
import { Instant, understood } from '../time.js';
import { TimerList, useGroups, idColumn, quietColumn } from '../timer-list.js';
import { removeTimers, fireTimers, postponeTimers } from '../timer-actions.js';

const TYPING_MILLIS = 350;
const COLUMNS = [
  idColumn,
  col('nextAttemptAt', 'Next attempt', '', (at) => h(Instant, { at, how: 'relative' })),
  col('nextAttemptAt', 'At', 'wide', (at) => h(Instant, { at })),
  col('attempts', 'Attempts', 'num wide', (n) => (n ? h(Badge, { tone: 'warning' }, () => `${n} failed`) : h('span.quiet', 'none'))),
  quietColumn('correlationId', 'Correlation id'), quietColumn('callbackUrl', 'Callback'),
];
const ACTIONS = [
  { label: 'Postpone', icon: 'later', act: postponeTimers }, { label: 'Fire now', icon: 'bolt', act: fireTimers }, { label: 'Delete', icon: 'trash', kind: 'danger', act: removeTimers },
];

export default defineComponent({
  setup() {
    const { groups, groupId, choice } = useGroups();
    const list = ref(null);
    const filter = computed(() => {
      const { from, until, correlation } = route.value.query;
      return { from: instantOf(from), until: instantOf(until), correlationId: correlation };
    });
    const change = (part) => go(href.timers({ ...route.value.query, group: groupId.value, ...part }), { replace: true });

    return () => [
      h(Head, { title: 'Timers' }, () => [h(Button, { icon: 'again', label: 'Load anew', onClick: () => list.value?.reload() }), h(Button, { kind: 'primary', icon: 'plus', onClick: () => go(href.create({ group: groupId.value })) }, () => 'New timer')]),
      h(Find, { groupId: groupId.value }),
      h(Card, { flush: true }, () => [
        h('div.card-filters', [h(Filters, { choice, change })]),
        groups.problem && h('div.pad', h(Failure, { problem: groups.problem, onAgain: groups.again })),
        groupId.value ? h(TimerList, { ref: list, label: `Timers of ${groupId.value}`, columns: COLUMNS, actions: ACTIONS, listed: JSON.stringify([groupId.value, filter.value]),
          load: (parameters, signal) => api.timers(groupId.value, { ...filter.value, ...parameters }, signal) }, { empty }) : h(Loading, { lines: 8 }),
      ]),
    ];

    function empty() {
      if (Object.values(filter.value).some(Boolean)) return h(Empty, { icon: 'search', title: 'No scheduled timer matches the filter' }, () => h(Link, { to: href.timers({ group: groupId.value }) }, () => 'Take the filter away'));
      return h(Empty, { icon: 'timers', title: `No timer is scheduled in ${groupId.value}` }, () => [h(Link, { to: href.create({ group: groupId.value }) }, () => 'Create one'), ', or let a program do it: ', h(Link, { to: '/api-view' }, () => 'the API'), '.']);
    }
  },
});

const instantOf = (text) => (text ? understood(text)?.toISOString() : undefined);

/** One timer by its id, at once. */
const Find = defineComponent({
  props: ['groupId'],
  setup(props) {
    const id = ref('');
    const error = ref('');
    async function find(event) {
      event.preventDefault();
      const key = { groupId: props.groupId, timerId: id.value.trim() };
      try {
        if (key.timerId) await api.timer(key).then(() => go(href.timer(key)));
      } catch ({ status, message }) {
        error.value = status === 404 ? `There is no timer ${key.timerId} in ${key.groupId}: it has fired, was deleted, or is in another group.` : message;
      }
    }
    return () => h('form.find-timer', { onSubmit: find }, [
      h(Input, { name: 'timer-id', label: 'Find by id', error: error.value, placeholder: `A timer id in ${props.groupId ?? 'the group'}`, value: id.value, onInput: (text) => { id.value = text; error.value = ''; } },
        { default: (_, box) => h('div.joined', [h('input', { ...box, type: 'search' }), h(Button, { type: 'submit', icon: 'search' }, () => 'Find')]) }),
    ]);
  },
});

const Filters = defineComponent({
  props: ['choice', 'change'],
  setup(props) {
    const typed = ref({ ...route.value.query });
    let waiting = null;
    onUnmounted(() => clearTimeout(waiting));
    const filter = (name, label, placeholder, error) => h(Input, { name, label, placeholder, error, value: typed.value[name] ?? '', onInput: (text) => {
      typed.value = { ...typed.value, [name]: text };
      clearTimeout(waiting);
      waiting = setTimeout(() => props.change({ [name]: text }), TYPING_MILLIS);
    } });
    const when = (name, label, placeholder) => filter(name, label, placeholder, typed.value[name] && !understood(typed.value[name]) ? 'Such as 2026-01-31 09:00, tomorrow 9:00 or in 2 hours.' : '');
    return () => h('div.filters', [
      h(Input, { name: 'group', label: 'Group' }, { default: (attributes) => props.choice(attributes, (group) => props.change({ group })) }),
      when('from', 'From', 'now, 2026-01-31 09:00'), when('until', 'Until', 'in 2 hours, tomorrow 9:00'), filter('correlation', 'Correlation id', 'any'),
    ]);
  },
});
