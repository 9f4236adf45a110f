// Dead letters: why they failed, and a second chance for one or for all of a reason.
import { h, defineComponent, ref, computed, watch, onMounted, reactive } from 'vue';
import { api } from '../api.js';
import { route, go, href, Link } from '../router.js';
import { usePages } from '../paged.js';
import { Button, Card, Empty, Failure, Head, Loading, Select, count, useLoad } from '../ui.js';
import { DataTable } from '../table.js';
import { Export } from '../export.js';
import { Instant } from '../time.js';
import { ask, confirm } from '../dialog.js';
import { toast } from '../toast.js';
import { TIMER_FIELDS, timerKey, redriveTimers, removeTimers } from '../timer-actions.js';

const columns = [
  { name: 'timerId', label: 'Timer', of: (t) => t.timerId, cell: (t) => h(Link, { to: href.timer(t) }, () => t.timerId) },
  { name: 'failedAt', label: 'Failed', of: (t) => t.failedAt, cell: (t) => h(Instant, { at: t.failedAt, how: 'relative' }) },
  { name: 'lastError', label: 'Last error', of: (t) => t.lastError, cell: (t) => h('span', { title: t.lastError }, t.lastError ?? '–') },
  { name: 'attempts', label: 'Attempts', class: 'num', wide: true, of: (t) => t.attempts },
  { name: 'callbackUrl', label: 'Callback', wide: true, of: (t) => t.callbackUrl, cell: (t) => h('span', { class: 'quiet', title: t.callbackUrl }, t.callbackUrl) },
  { name: 'keptUntil', label: 'Kept until', wide: true, of: (t) => t.keptUntil, cell: (t) => h(Instant, { at: t.keptUntil }) },
];

export default defineComponent({
  setup() {
    const groups = useLoad(() => api.groups());
    const groupId = computed(() => route.value.query.group ?? groups.data.value?.[0]?.groupId ?? null);
    const reason = computed(() => route.value.query.reason ?? null);
    const reasons = useLoad(async () => (groupId.value ? api.reasons(groupId.value) : null));
    const pages = usePages((parameters, signal) => api.failed(groupId.value, parameters, signal));
    const selected = ref(new Set());
    const rows = computed(() => (reason.value ? pages.rows.value.filter((timer) => reasonOf(timer) === reason.value) : pages.rows.value));
    const chosen = () => rows.value.filter((timer) => selected.value.has(timerKey(timer)));

    const reload = () => { selected.value = new Set(); if (groupId.value) { reasons.again(); pages.again(); } };
    watch(groupId, reload, { immediate: true });
    watch(reason, () => { selected.value = new Set(); });
    const known = computed(() => new Set(reasons.data.value?.reasons.map((it) => it.reason)));

    /** The server groups errors by a reason that they begin with. */
    function reasonOf({ lastError = '' }) {
      if (known.value.has(lastError)) return lastError;
      return [...known.value].filter((it) => lastError.startsWith(it)).sort((a, b) => b.length - a.length)[0] ?? lastError;
    }

    const act = (action) => async () => { if (await action(chosen())) reload(); };
    const redriveAll = async (filter, total) => {
      const what = filter ? `with the reason “${filter}”` : `of ${groupId.value}`;
      const sure = await confirm('Redrive dead letters', [h('p', ['All failed timers ', h('b', what), total ? `, ${total},` : '', ' are scheduled anew, for now.']), h('p', 'What fails while this runs is left alone.')], { verb: 'Redrive all' });
      if (!sure) return;
      await ask('Redriving', (close) => h(Redriving, { groupId: groupId.value, reason: filter, close }));
      reload();
    };

    return () => [
      h(Head, { title: 'Failed', hint: 'Timers that were given up. They are kept for a while and can be scheduled anew.' }, () => [
        h(Select, { class: 'group-choice', 'aria-label': 'Group', options: (groups.data.value ?? []).map((it) => it.groupId), value: groupId.value, onChange: (group) => go(href.failed({ group })) }),
        h(Button, { icon: 'again', label: 'Load anew', onClick: reload }),
      ]),
      groups.problem.value && h(Failure, { problem: groups.problem.value, onAgain: groups.again }),
      h(Reasons, { reasons, reason: reason.value, groupId: groupId.value, redriveAll }),
      h(Card, { title: reason.value ? `Failed with “${reason.value}”` : 'Dead letters', hint: 'the latest first', flush: true }, {
        actions: () => reason.value && h(Button, { small: true, kind: 'quiet', icon: 'close', onClick: () => go(href.failed({ group: groupId.value })) }, () => 'All reasons'), default: list }),
      selected.value.size > 0 && h('div', { class: 'bulk', role: 'region', 'aria-label': 'Selected timers' }, [
        h('b', `${count(selected.value.size)} selected`),
        h(Button, { small: true, kind: 'primary', icon: 'again', onClick: act(redriveTimers) }, () => 'Redrive'),
        h(Button, { small: true, kind: 'danger', icon: 'trash', onClick: act(removeTimers) }, () => 'Delete'),
        h(Button, { small: true, kind: 'quiet', icon: 'close', label: 'Select none', onClick: () => { selected.value = new Set(); } }),
      ]),
    ];

    function list() {
      if (pages.problem.value) return h('div', { class: 'pad' }, h(Failure, { problem: pages.problem.value, onAgain: reload }));
      if (!rows.value.length && !pages.complete.value) { pages.more(); return h(Loading, { lines: 6 }); }
      if (!rows.value.length) return h(Empty, { icon: 'check', title: reason.value ? 'None failed for this reason' : `Nothing has failed in ${groupId.value}` });
      return [
        h(DataTable, { label: 'Failed timers', columns, rows: rows.value, rowKey: timerKey, to: href.timer, selected: selected.value, onSelect: (next) => { selected.value = next; }, onEnd: () => pages.more() }),
        h('div', { class: 'table-foot' }, [h('span', { class: 'grow', role: 'status' }, `${count(rows.value.length)} timers${pages.complete.value ? ', all there are' : ' so far'}`),
          h(Export, { name: 'failed', columns: TIMER_FIELDS, rows: selected.value.size ? chosen() : rows.value })]),
      ];
    }
  },
});

function Reasons({ reasons, reason, groupId, redriveAll }) {
  const { data, problem } = { data: reasons.data.value, problem: reasons.problem.value };
  if (problem) return h(Failure, { problem, onAgain: reasons.again });
  if (!data?.reasons.length) return null;
  const most = Math.max(...data.reasons.map((it) => it.count));
  const total = data.reasons.reduce((sum, it) => sum + it.count, 0);
  const fields = [{ name: 'reason', of: (r) => r.reason }, { name: 'count', of: (r) => r.count }, { name: 'example', of: (r) => r.example }];
  return h(Card, { title: 'Reasons', hint: data.complete ? `${count(total)} in all` : `of the latest ${count(total)}` }, {
    actions: () => [h(Export, { name: 'reasons', columns: fields, rows: data.reasons }), h(Button, { small: true, icon: 'again', onClick: () => redriveAll(null, data.complete ? count(total) : '') }, () => 'Redrive all')],
    default: () => h('ul', { class: 'reasons' }, data.reasons.map((it) => h('li', { key: it.reason }, [
      h(Link, { to: href.failed({ group: groupId, reason: it.reason }), class: 'reason', 'aria-current': it.reason === reason ? 'true' : undefined }, () => [h('span', { class: 'ellipsis', title: it.reason }, it.reason), h('i', { class: 'bar', style: { width: `${Math.max(2, (100 * it.count) / most)}%` } })]),
      h('span', { class: 'num' }, `${count(it.count)}${it.more ? '+' : ''}`),
      h(Button, { small: true, kind: 'quiet', icon: 'again', label: `Redrive all with ${it.reason}`, onClick: () => redriveAll(it.reason, count(it.count)) }),
    ]))),
  });
}
Reasons.props = ['reasons', 'reason', 'groupId', 'redriveAll'];

/** Asks for portion after portion and shows how far it is. */
const Redriving = defineComponent({
  props: ['groupId', 'reason', 'close'],
  setup(props) {
    const state = reactive({ redriven: 0, skipped: 0, over: false, problem: null });
    const before = new Date().toISOString();
    let stopped = false;
    onMounted(async () => {
      try {
        let cursor = null;
        do {
          const answer = await api.redriveAll(props.groupId, { ...(props.reason ? { reason: props.reason } : {}), before, limit: 200, ...(cursor ? { cursor } : {}) });
          state.redriven += answer.redriven;
          state.skipped += answer.skipped;
          cursor = answer.nextCursor;
        } while (cursor && !stopped);
        toast(`Redriven ${count(state.redriven)} timers.`);
      } catch (problem) {
        state.problem = problem;
      }
      state.over = true;
      if (!state.problem && !state.skipped) props.close();
    });
    return () => h('div', { class: 'stack' }, [
      h('progress', state.over ? { value: 1, max: 1, 'aria-label': 'Progress' } : { 'aria-label': 'Progress' }),
      h('p', { role: 'status' }, `${count(state.redriven)} redriven${state.skipped ? `, ${count(state.skipped)} left alone` : ''}`),
      state.problem && h(Failure, { problem: state.problem }),
      h('div', { class: 'dialog-actions' }, state.over ? h(Button, { kind: 'primary', onClick: () => props.close() }, () => 'Done') : h(Button, { onClick: () => { stopped = true; } }, () => 'Stop')),
    ]);
  },
});
