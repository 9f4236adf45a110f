// A list of timers: pages, selection, what can be done to those selected.
import { h, defineComponent, computed, ref, watch, onUnmounted } from './dom.js';
import { api } from './api.js';
import { route, href, Link } from './router.js';
import { usePages, MOST_ROWS } from './paged.js';
import { Button, Failure, Loading, Select, useLoad, count } from './ui.js';
import { DataTable, col } from './table.js';
import { Export } from './export.js';
import { timerKey } from './timer-actions.js';
import { onKeys } from './keys.js';

const FIELDS = ['groupId', 'timerId', 'state', 'executeAt', 'nextAttemptAt', 'attempts', 'lastError', 'correlationId', 'callbackUrl', 'createdAt', 'updatedAt', 'failedAt', 'payload'];
/** The columns of every export of timers. */
export const TIMER_FIELDS = FIELDS.map((field) => col(field));
export const idColumn = col('timerId', 'Timer', '', (timerId, timer) => h(Link, { to: href.timer(timer) }, () => timerId));
export const quietColumn = (name, label) => col(name, label, 'wide', (text) => h('span.quiet', { title: text }, text ?? '–'));

/** The groups, and the one in the address, else that of timers without one, else the first. */
export function useGroups() {
  const groups = useLoad(() => api.groups());
  const usual = () => groups.data?.find((it) => it.groupId === 'default') ?? groups.data?.[0];
  const groupId = computed(() => route.value.query.group ?? usual()?.groupId ?? null);
  const choice = (attributes, onChange) => h(Select, { ...attributes, options: (groups.data ?? []).map((it) => it.groupId), value: groupId.value, onChange });
  return { groups, groupId, choice };
}

/** `key` says what is listed: another key loads anew. `keep` leaves rows out. `actions` are [{label, icon, kind, act(timers)}]. */
export const TimerList = defineComponent({
  props: ['label', 'columns', 'load', 'listed', 'keep', 'actions', 'onReload'],
  setup(props, { slots, expose }) {
    const pages = usePages((parameters, signal) => props.load(parameters, signal));
    const selected = ref(new Set());
    const rows = computed(() => (props.keep ? pages.rows.filter(props.keep) : pages.rows));
    const chosen = computed(() => rows.value.filter((timer) => selected.value.has(timerKey(timer))));
    const none = () => { selected.value = new Set(); };
    const reload = () => { none(); pages.again(); props.onReload?.(); };
    watch(() => props.listed, () => { none(); pages.again(); }, { immediate: true });
    onUnmounted(onKeys('r', 'load the list anew', reload));
    expose({ reload });

    function list() {
      if (pages.problem) return h('div.pad', h(Failure, { problem: pages.problem, onAgain: reload }));
      if (rows.value.length) return [
        h(DataTable, { label: props.label, columns: props.columns, rows: rows.value, rowKey: timerKey, to: href.timer, selected: selected.value, onSelect: (next) => { selected.value = next; }, onEnd: () => pages.more() }),
        foot(),
      ];
      if (pages.complete) return slots.empty();
      pages.more();
      return h(Loading, { lines: 8 });
    }
    function foot() {
      const { length } = rows.value;
      const rest = pages.complete ? ', all there are' : length >= MOST_ROWS ? ': narrow the filter to see others' : ' so far, more come as you scroll';
      return h('div.table-foot', [
        h('span.grow', { role: 'status' }, `${count(length)} timers${rest}`),
        !pages.complete && length < MOST_ROWS && h(Button, { small: true, kind: 'quiet', onClick: pages.all, busy: pages.busy }, () => 'Load all'),
        h(Export, { name: 'timers', columns: TIMER_FIELDS, rows: chosen.value.length ? chosen.value : rows.value }),
      ]);
    }
    return () => [list(), chosen.value.length > 0 && h('div.bulk', { role: 'region', 'aria-label': 'Selected timers' }, [
      h('b', `${count(chosen.value.length)} selected`),
      props.actions.map(({ label, icon, kind, act }) => h(Button, { small: true, icon, kind, onClick: async () => { if (await act(chosen.value)) reload(); } }, () => label)),
      h(Button, { small: true, kind: 'quiet', icon: 'close', label: 'Select none', onClick: none }),
    ])];
  },
});
