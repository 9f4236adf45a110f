// A list of timers: pages, selection, what can be done to those selected.
import {
  exportButtons, h, computed, ref, watch, api, groupsShown, route, href, link, useLoad, usePages, MOST_ROWS, button, failure, loading, quiet, select, stateBadge, count, DataTable, col,
} from './view.js';
import { nameOf } from './actions.js';
import { scheduleText } from './schedule.js';
import { useKeys } from './keys.js';

/** The columns of every export of timers. */
export const TIMER_FIELDS = ['groupId', 'timerId', 'state', 'executeAt', 'nextAttemptAt', 'attempts', 'lastError', 'scheduledFor', 'run', 'correlationId', 'callbackUrl', 'createdAt', 'updatedAt', 'reachedAt', 'failedAt', 'cancelledAt', 'payload'].map((name) => col(name));
export const idColumn = col('timerId', 'Timer', '', (timerId, { schedule, paused, ...timer }) => (schedule
  ? h('span.row', [link(href.timer({ schedule, paused, ...timer }), timerId), quiet(scheduleText(schedule)), paused && stateBadge('PAUSED')]) : link(href.timer(timer), timerId)));
export const callbackColumn = col('callbackUrl', 'Callback', 'wide', quiet);

/** The one in the address, else that of timers without one, else the first. */
export const usualGroup = (groups) => route.value.query.group ?? (groups?.find(({ groupId }) => groupId === 'default') ?? groups?.[0])?.groupId;
/** The one that is chosen can be beyond those shown. */
export function groupChoice(groups, value, onChange, more) {
  const names = (groups ?? []).map(({ groupId }) => groupId);
  return select(!value || names.includes(value) ? names : [value, ...names], value, onChange, more);
}
export const choiceHint = (groups) => groupsShown(groups) && [groupsShown(groups), ' ', link('/groups', 'Find others')];

export function useGroups() {
  const groups = useLoad(api.groups);
  return { groups, groupId: computed(() => usualGroup(groups.data)) };
}

/** `listed` says what is listed: another one loads anew. `keep` leaves rows out. `actions` are [icon, label, act(timers), style]. */
export const TimerList = {
  props: ['label', 'columns', 'load', 'listed', 'keep', 'actions', 'onReload'],
  setup(props, { slots, expose }) {
    const pages = usePages((...page) => props.load(...page));
    const selected = ref(new Set());
    const rows = computed(() => (props.keep ? pages.rows.filter(props.keep) : pages.rows));
    const chosen = computed(() => rows.value.filter((timer) => selected.value.has(nameOf(timer))));
    const choose = (next) => { selected.value = next; };
    const chooseNone = () => choose(new Set());
    const reload = () => { chooseNone(); pages.again(); props.onReload?.(); };
    watch(() => props.listed, () => { chooseNone(); pages.again(); }, { immediate: true });
    useKeys('r', 'load the list anew', reload);
    expose({ reload });

    function list() {
      if (pages.problem) return h('div.pad', failure({ problem: pages.problem, again: reload }));
      if (rows.value.length) return [
        h(DataTable, { label: props.label, columns: props.columns, rows: rows.value, rowKey: nameOf, to: href.timer, selected: selected.value, onSelect: choose, onEnd: () => pages.more() }),
        foot(),
      ];
      if (pages.complete) return slots.default();
      pages.more();
      return loading(8);
    }
    function foot() {
      const { length } = rows.value;
      const isFull = length >= MOST_ROWS;
      const rest = pages.complete ? ', all there are' : isFull ? ': narrow the filter to see others' : ' so far, more come as you scroll';
      return h('div.table-foot', [
        h('span.grow', { role: 'status' }, `${count(length)} timers${rest}`),
        !pages.complete && !isFull && button('', 'Load all', pages.all, 'quiet small', { busy: pages.busy }),
        exportButtons('timers', TIMER_FIELDS, chosen.value.length ? chosen.value : rows.value),
      ]);
    }
    return () => [list(), chosen.value.length > 0 && h('div.bulk', { role: 'region', 'aria-label': 'Selected timers' }, [
      h('b', `${count(chosen.value.length)} selected`),
      props.actions.map(([name, label, act, style]) => button(name, label, async () => { if (await act(chosen.value)) reload(); }, `small ${style ?? ''}`)),
      button('close', '', chooseNone, 'quiet small', { label: 'Select none' }),
    ])];
  },
};
