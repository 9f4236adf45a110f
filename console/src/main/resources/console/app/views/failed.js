// Dead letters: why they failed, and a second chance for one or for all of a reason.
import { h, defineComponent, ref, computed, watch, onMounted, reactive } from '../dom.js';
import { api } from '../api.js';
import { route, go, href, Link } from '../router.js';
import { Button, Card, Empty, Failure, Head, Loading, count, useLoad } from '../ui.js';
import { col } from '../table.js';
import { Export } from '../export.js';
import { Instant } from '../time.js';
import { ask, confirm } from '../dialog.js';
import { toast } from '../toast.js';
import { TimerList, useGroups, idColumn, quietColumn } from '../timer-list.js';
import { redriveTimers, removeTimers } from '../timer-actions.js';

const PORTION = 200;
const COLUMNS = [
  idColumn, col('failedAt', 'Failed', '', (at) => h(Instant, { at, how: 'relative' })), col('lastError', 'Last error', '', (text) => h('span', { title: text }, text ?? '–')),
  col('attempts', 'Attempts', 'num wide'), quietColumn('callbackUrl', 'Callback'), col('keptUntil', 'Kept until', 'wide', (at) => h(Instant, { at })),
];
const ACTIONS = [{ label: 'Redrive', icon: 'again', kind: 'primary', act: redriveTimers }, { label: 'Delete', icon: 'trash', kind: 'danger', act: removeTimers }];

export default defineComponent({
  setup() {
    const { groups, groupId, choice } = useGroups();
    const list = ref(null);
    const reason = computed(() => route.value.query.reason ?? null);
    const reasons = useLoad(async () => (groupId.value ? api.reasons(groupId.value) : null), { everyMillis: 10_000 });
    watch(groupId, () => { reasons.data = null; reasons.again(); });

    const isOfReason = ({ lastError }) => lastError === reason.value;
    async function redriveAll(only, total) {
      const sure = await confirm('Redrive dead letters', [h('p', ['All failed timers ', h('b', only ? `with the reason “${only}”` : `of ${groupId.value}`), total && `, ${total},`, ' are scheduled anew, for now.']), h('p', 'What fails while this runs is left alone.')], { verb: 'Redrive all' });
      if (!sure) return;
      await ask('Redriving', (close) => h(Redriving, { groupId: groupId.value, reason: only, close }));
      list.value?.reload();
    }
    return () => [
      h(Head, { title: 'Failed', hint: 'Timers that were given up. They are kept for a while and can be scheduled anew.' }, () => [
        choice({ class: 'group-choice', 'aria-label': 'Group' }, (group) => go(href.failed({ group }))), h(Button, { icon: 'again', label: 'Load anew', onClick: () => list.value?.reload() }),
      ]),
      groups.problem && h(Failure, { problem: groups.problem, onAgain: groups.again }),
      h(Reasons, { from: reasons, reason: reason.value, groupId: groupId.value, redriveAll }),
      h(Card, { title: reason.value ? `Failed with “${reason.value}”` : 'Dead letters', hint: 'the latest first', flush: true }, {
        actions: () => reason.value && h(Button, { small: true, kind: 'quiet', icon: 'close', onClick: () => go(href.failed({ group: groupId.value })) }, () => 'All reasons'),
        default: () => (groupId.value ? h(TimerList, { ref: list, label: 'Failed timers', columns: COLUMNS, actions: ACTIONS, listed: groupId.value, keep: reason.value ? isOfReason : null, onReload: reasons.again,
          load: (parameters, signal) => api.failed(groupId.value, parameters, signal) }, { empty: () => h(Empty, { icon: 'check', title: reason.value ? 'None failed for this reason' : `Nothing has failed in ${groupId.value}` }) }) : h(Loading, { lines: 6 })),
      }),
    ];
  },
});

function Reasons({ from, reason, groupId, redriveAll }) {
  const data = from.data;
  if (from.problem) return h(Failure, { problem: from.problem, onAgain: from.again });
  if (!data?.reasons.length) return null;
  const most = Math.max(...data.reasons.map((it) => it.count));
  const total = count(data.reasons.reduce((sum, it) => sum + it.count, 0));
  return h(Card, { title: 'Reasons', hint: data.complete ? `${total} in all` : `of the latest ${total}` }, {
    actions: () => [h(Export, { name: 'reasons', columns: [col('reason'), col('count'), col('example')], rows: data.reasons }), h(Button, { small: true, icon: 'again', onClick: () => redriveAll(null, data.complete ? total : '') }, () => 'Redrive all')],
    default: () => h('ul.reasons', data.reasons.map((it) => h('li', { key: it.reason }, [
      h(Link, { to: href.failed({ group: groupId, reason: it.reason }), class: 'reason', 'aria-current': it.reason === reason ? 'true' : undefined }, () => [h('span.ellipsis', { title: it.reason }, it.reason), h('i.bar', { style: { width: `${Math.max(2, (100 * it.count) / most)}%` } })]),
      h('span.num', `${count(it.count)}${it.more ? '+' : ''}`),
      h(Button, { small: true, kind: 'quiet', icon: 'again', label: `Redrive all with ${it.reason}`, onClick: () => redriveAll(it.reason, count(it.count)) }),
    ]))),
  });
}
Reasons.props = ['from', 'reason', 'groupId', 'redriveAll'];

/** Asks for portion after portion and shows how far it is. */
const Redriving = defineComponent({
  props: ['groupId', 'reason', 'close'],
  setup({ groupId, reason, close }) {
    const state = reactive({ redriven: 0, skipped: 0, over: false, stopped: false, problem: null });
    const filter = { ...(reason ? { reason } : {}), before: new Date().toISOString(), limit: PORTION };
    onMounted(async () => {
      try {
        for (let cursor; cursor !== null && !state.stopped;) {
          const answer = await api.redriveAll(groupId, { ...filter, ...(cursor ? { cursor } : {}) });
          state.redriven += answer.redriven;
          state.skipped += answer.skipped;
          cursor = answer.nextCursor ?? null;
        }
        toast(`Redriven ${count(state.redriven)} timers.`);
      } catch (problem) {
        state.problem = problem;
      }
      state.over = true;
      if (!state.problem && !state.skipped) close();
    });
    return () => h('div.stack', [
      h('progress', { 'aria-label': 'Progress', ...(state.over ? { value: 1, max: 1 } : {}) }),
      h('p', { role: 'status' }, `${count(state.redriven)} redriven${state.skipped ? `, ${count(state.skipped)} left alone` : ''}`),
      state.problem && h(Failure, { problem: state.problem }),
      h('div.dialog-actions', state.over ? h(Button, { kind: 'primary', onClick: () => close() }, () => 'Done') : h(Button, { onClick: () => { state.stopped = true; } }, () => 'Stop')),
    ]);
  },
});
