// Timers of a group by time, with filters that stand in the address.
import { h, defineComponent, ref, computed, watch, onUnmounted } from 'vue';
import { api } from '../api.js';
import { route, go, href, Link } from '../router.js';
import { usePages, MOST_ROWS } from '../paged.js';
import { Button, Card, Empty, Failure, Field, Head, Loading, Select, Badge, useLoad, count } from '../ui.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { Instant, understood } from '../time.js';
import { TIMER_FIELDS, timerKey, removeTimers, fireTimers, postponeTimers } from '../timer-actions.js';
import { onKeys } from '../keys.js';

const TYPING_MILLIS = 350;

const columns = [
  { name: 'timerId', label: 'Timer', of: (t) => t.timerId, cell: (t) => h(Link, { to: href.timer(t) }, () => t.timerId) },
  { name: 'nextAttemptAt', label: 'Next attempt', of: (t) => t.nextAttemptAt, cell: (t) => h(Instant, { at: t.nextAttemptAt, how: 'relative' }) },
  { name: 'at', label: 'At', wide: true, of: (t) => t.nextAttemptAt, cell: (t) => h(Instant, { at: t.nextAttemptAt }) },
  { name: 'attempts', label: 'Attempts', class: 'num', wide: true, of: (t) => t.attempts, cell: (t) => (t.attempts ? h(Badge, { tone: 'warning' }, () => `${t.attempts} failed`) : h('span', { class: 'quiet' }, 'none')) },
  { name: 'correlationId', label: 'Correlation id', wide: true, of: (t) => t.correlationId, cell: (t) => h('span', { class: 'mono', title: t.correlationId }, t.correlationId ?? '–') },
  { name: 'callbackUrl', label: 'Callback', wide: true, of: (t) => t.callbackUrl, cell: (t) => h('span', { class: 'quiet', title: t.callbackUrl }, t.callbackUrl) },
];

export default defineComponent({
  setup() {
    const groups = useLoad(() => api.groups());
    const groupId = computed(() => route.value.query.group ?? groups.data.value?.[0]?.groupId ?? null);
    const filter = computed(() => {
      const { from, until, correlation } = route.value.query;
      return { from: instantOf(from), until: instantOf(until), correlationId: correlation };
    });
    const pages = usePages((parameters, signal) => api.timers(groupId.value, { ...filter.value, ...parameters }, signal));
    const selected = ref(new Set());
    const chosen = () => pages.rows.value.filter((timer) => selected.value.has(timerKey(timer)));

    const reload = () => { selected.value = new Set(); if (groupId.value) pages.again(); };
    watch([groupId, () => JSON.stringify(filter.value)], reload, { immediate: true });
    onUnmounted(onKeys('r', 'load the list anew', reload));

    const change = (part) => go(href.timers({ ...route.value.query, group: groupId.value, ...part }), { replace: true });
    const act = (action) => async () => { if (await action(chosen())) reload(); };
    const isFiltered = () => Object.values(filter.value).some(Boolean);

    return () => [
      h(Head, { title: 'Timers' }, () => [h(Button, { icon: 'again', label: 'Load anew', onClick: reload }), h(Button, { kind: 'primary', icon: 'plus', onClick: () => go(href.create({ group: groupId.value })) }, () => 'New timer')]),
      h(Find, { groupId: groupId.value }),
      h(Card, { flush: true }, () => [
        h('div', { class: 'card-filters' }, [h(Filters, { groups: groups.data.value ?? [], groupId: groupId.value, change })]),
        groups.problem.value ? h(Failure, { problem: groups.problem.value, onAgain: groups.again }) : list(),
      ]),
      selected.value.size > 0 && h('div', { class: 'bulk', role: 'region', 'aria-label': 'Selected timers' }, [
        h('b', `${count(selected.value.size)} selected`),
        h(Button, { small: true, icon: 'later', onClick: act(postponeTimers) }, () => 'Postpone'),
        h(Button, { small: true, icon: 'bolt', onClick: act(fireTimers) }, () => 'Fire now'),
        h(Button, { small: true, kind: 'danger', icon: 'trash', onClick: act(removeTimers) }, () => 'Delete'),
        h(Button, { small: true, kind: 'quiet', icon: 'close', label: 'Select none', onClick: () => { selected.value = new Set(); } }),
      ]),
    ];

    function list() {
      const rows = pages.rows.value;
      if (pages.problem.value) return h('div', { class: 'pad' }, h(Failure, { problem: pages.problem.value, onAgain: reload }));
      if (!rows.length) return pages.complete.value ? h(Nothing, { filtered: isFiltered(), groupId: groupId.value }) : h(Loading, { lines: 8 });
      return [
        h(DataTable, { label: `Timers of ${groupId.value}`, columns, rows, rowKey: timerKey, to: href.timer, selected: selected.value, onSelect: (next) => { selected.value = next; }, onEnd: () => pages.more() }),
        h('div', { class: 'table-foot' }, [
          h('span', { class: 'grow', role: 'status' }, [`${count(rows.length)} timers`, pages.complete.value ? ', all there are' : rows.length >= MOST_ROWS ? ': narrow the filter to see others' : ' so far, more come as you scroll']),
          !pages.complete.value && rows.length < MOST_ROWS && h(Button, { small: true, kind: 'quiet', onClick: pages.all, busy: pages.busy.value }, () => 'Load all'),
          h(Export, { name: 'timers', columns: TIMER_FIELDS, rows: selected.value.size ? chosen() : rows }),
        ]),
      ];
    }
  },
});

function instantOf(text) {
  return text ? understood(text)?.toISOString() : undefined;
}

/** One timer by its id, at once. */
const Find = defineComponent({
  props: ['groupId'],
  setup(props) {
    const id = ref('');
    const problem = ref('');
    async function find(event) {
      event.preventDefault();
      const key = { groupId: props.groupId, timerId: id.value.trim() };
      if (!key.timerId) return;
      try {
        await api.timer(key);
        go(href.timer(key));
      } catch (failure) {
        problem.value = failure.status === 404 ? `There is no timer ${key.timerId} in ${key.groupId}: it has fired, was deleted, or is in another group.` : failure.message;
      }
    }
    return () => h('form', { class: 'find-timer', onSubmit: find }, [
      h(Field, { name: 'timer-id', label: 'Find by id', error: problem.value }, { default: (attributes) => h('div', { class: 'joined' }, [
        h('input', { ...attributes, type: 'search', placeholder: `A timer id in ${props.groupId ?? 'the group'}`, autocomplete: 'off', spellcheck: false, value: id.value, onInput: (event) => { id.value = event.target.value; problem.value = ''; } }),
        h(Button, { type: 'submit', icon: 'search' }, () => 'Find')]) }),
    ]);
  },
});

const Filters = defineComponent({
  props: ['groups', 'groupId', 'change'],
  setup(props) {
    const typed = ref({ ...route.value.query });
    let waiting = null;
    onUnmounted(() => clearTimeout(waiting));

    function type(name, value) {
      typed.value = { ...typed.value, [name]: value };
      clearTimeout(waiting);
      waiting = setTimeout(() => props.change({ [name]: value }), TYPING_MILLIS);
    }
    const when = (name, label, placeholder) => {
      const text = typed.value[name] ?? '';
      return h(Field, { name, label, error: text && !understood(text) ? 'Such as 2026-01-31 09:00, tomorrow 9:00 or in 2 hours.' : '' },
        { default: (attributes) => h('input', { ...attributes, type: 'text', placeholder, autocomplete: 'off', value: text, onInput: (event) => type(name, event.target.value) }) });
    };
    return () => h('div', { class: 'filters' }, [
      h(Field, { name: 'group', label: 'Group' }, { default: (attributes) => h(Select, { ...attributes, options: props.groups.map(({ groupId }) => groupId), value: props.groupId, onChange: (group) => props.change({ group }) }) }),
      when('from', 'From', 'now, 2026-01-31 09:00'),
      when('until', 'Until', 'in 2 hours, tomorrow 9:00'),
      h(Field, { name: 'correlation', label: 'Correlation id' }, { default: (attributes) => h('input', { ...attributes, type: 'text', autocomplete: 'off', spellcheck: false, placeholder: 'any', value: typed.value.correlation ?? '', onInput: (event) => type('correlation', event.target.value) }) }),
    ]);
  },
});

function Nothing({ filtered, groupId }) {
  if (filtered) return h(Empty, { icon: 'search', title: 'No scheduled timer matches the filter' }, () => h(Link, { to: href.timers({ group: groupId }) }, () => 'Take the filter away'));
  return h(Empty, { icon: 'timers', title: `No timer is scheduled in ${groupId}` }, () => [h(Link, { to: href.create({ group: groupId }) }, () => 'Create one'), ', or let a program do it: ', h(Link, { to: '/api-view' }, () => 'the API'), '.']);
}
Nothing.props = ['filtered', 'groupId'];
