// One timer: why it has not fired yet, what comes, every field.
import {
  exportButtons, h, watch, computed, api, route, go, href, link, useLoad, button, card, code, copy, empty, facts, failure, head, loading, mono, note, stateBadge, toneOf,
  tableCard, col, time, fullTime, localTimes, relativeTime, now, may,
} from '../view.js';
import { jsonView } from '../json.js';
import { TIMER_FIELDS } from '../timer-list.js';
import { removeTimers, fireTimers, pauseTimer, postponeTimers, redriveTimers, resumeTimer } from '../actions.js';
import { runsCard, runsOf, scheduleFacts } from '../schedule.js';
import { failedRun } from '../url.js';
import { attemptsCard } from '../attempts.js';
import { useKeys } from '../keys.js';

const TITLES = { REACHED: 'It has fired', FAILED: 'It was given up', CANCELLED: 'It was deleted' };
const EVERY_MILLIS = 5_000;

/** A timer, or a single run that failed for good: that one is in the address. */
export default function TimerView(params) {
  const { scheduledFor } = route.value.query;
  return h(Timer, { key: scheduledFor, ...params, run: scheduledFor });
}

const Timer = {
  props: ['groupId', 'timerId', 'run'],
  setup({ groupId, timerId, run }) {
    const whole = { groupId, timerId };
    const key = { ...whole, failedRun: run };
    const timer = useLoad(() => api.timer(key), EVERY_MILLIS);
    const why = useLoad(() => api.explanation(key), EVERY_MILLIS);
    const runs = useLoad(async () => (timer.data?.schedule && !run ? runsOf(timer.data.schedule, Date.parse(timer.data.scheduledFor) - 1, timer.data.run) : null));
    const again = () => { timer.again(); why.again(); };
    watch(() => JSON.stringify([timer.data?.schedule, timer.data?.run, timer.data?.scheduledFor]), runs.again);
    const gone = computed(() => timer.problem?.status === 404);
    const state = () => !gone.value && timer.data?.state;
    /** What it can be besides: a schedule that runs, or one that is paused. */
    const isIn = (states) => states.includes(state()) || (state() === 'SCHEDULED' && timer.data.schedule && states.includes(timer.data.paused ? 'PAUSED' : 'RUNNING'));
    const others = href.timers({ group: groupId });

    /** Just after it is due there is news. */
    watch(now, (at) => {
      const due = Date.parse(why.data?.nextAttemptAt ?? timer.data?.nextAttemptAt);
      if (Math.abs(at - due - 1_000) < 1_000) again();
    });

    const act = (action, after = again) => async () => { if (await action([timer.data], timer.data.etag)) after(); };
    /** Of each: its icon and name, what it does, in which states, its key, its style, the role it needs. */
    const redrive = ['again', 'Redrive', act(redriveTimers), ['FAILED'], '', 'primary', 'operate'];
    const actions = (run ? [redrive] : [
      ['pause', 'Pause', act(pauseTimer), ['RUNNING'], 's'],
      ['play', 'Resume', act(resumeTimer), ['PAUSED'], 'u', 'primary'],
      ['later', 'Postpone', act(postponeTimers), ['SCHEDULED'], 'p'],
      ['bolt', 'Fire now', act(fireTimers), ['SCHEDULED'], 'f'],
      redrive,
      ['edit', 'Edit', () => go(href.edit(key)), ['SCHEDULED'], 'e'],
    ]).concat([['trash', 'Delete', act(removeTimers, () => go(run ? href.timer(whole) : others)), ['SCHEDULED', 'REACHED', 'FAILED'], 'd']]).filter(([, , , , , , role = 'write']) => may(role));
    for (const [, label, perform, states, letter] of actions) if (letter) useKeys(letter, `this timer: ${label.toLowerCase()}`, () => isIn(states) && perform());

    return () => [
      head({ crumb: [link(others, 'Timers'), ' / ', link(href.group(groupId), groupId), run && [' / ', link(href.timer(whole), timerId)]], title: [timerId, ' ', timer.data && stateBadge(state() || 'GONE'), timer.data?.paused && [' ', stateBadge('PAUSED')]] },
        ...actions.filter(([, , , states]) => isIn(states)).map(([name, label, perform, , , style]) => button(name, label, perform, style))),
      gone.value && timer.data && note('notice', 'info', 'This timer is gone', 'It has fired or was deleted while you looked. Below is what it was.', { role: 'status' }),
      body(),
    ];

    function body() {
      if (timer.data) return details(timer.data, gone.value ? null : why.data, runs);
      if (gone.value && run) return empty('check', 'This run is no longer kept', link(href.timer(whole), `Look at ${timerId}`));
      if (gone.value) return empty('timers', `There is no timer ${timerId} in ${groupId}`,
        'It has fired, was deleted, or never was. ', link(href.create({ group: groupId, id: timerId }), 'Create it'), ' or ', link(others, 'look at the others'), '.');
      return failure({ problem: timer.problem, again }) ?? card({}, loading(8));
    }
  },
};

function details(timer, why, runs) {
  return [
    failedRun(timer) && timer.state === 'FAILED' && note('error', 'failed', 'This run was given up', 'It is kept for a while. Redriven, it runs beside its schedule; one run of a timer at a time.', { role: 'status' }),
    failedRun(timer) && timer.state === 'SCHEDULED' && note('info', 'again', 'This run was redriven', 'Its schedule goes on beside it. Deleting the timer deletes it too.', { role: 'status' }),
    why && !(failedRun(timer) && timer.state === 'FAILED') && note(toneOf(why.state), 'timers', TITLES[why.state] ?? 'Why it has not fired yet', localTimes(why.text), { role: 'status', 'data-why': why.state, end: stateBadge(why.state) }),
    h('div.aside', [
      h('div.stack', [
        card({ title: 'Payload', actions: copy(timer.payloadText, 'Copy the payload') }, jsonView(timer.payloadText)),
        why && timer.schedule && runsCard(runs.data, runs.problem, timer.paused ? 'none of them starts while it is paused' : ''),
        timer.failedRuns?.length > 0 && tableCard({ title: 'Failed runs', hint: 'the latest ten are kept', columns: FAILED_RUNS, rows: timer.failedRuns.map(({ scheduledFor }) => ({ ...timer, failedRun: scheduledFor })).reverse(), to: href.timer }),
        why?.schedule?.length > 0 && tableCard({ title: 'Attempts ahead', hint: `if each attempt fails; ${why.moreAttempts ? 'more follow' : 'then it is kept as failed'}`, columns: ATTEMPTS, rows: why.schedule }),
        attemptsCard(timer),
        timer.lastError && card({ title: 'Last error' }, code(timer.lastError)),
      ]),
      h('div.stack', [
        card({ title: 'Timer', actions: exportButtons('timer', TIMER_FIELDS, [timer]) }, fields(timer)),
        timer.schedule && card({ title: 'Schedule' }, scheduleFacts(timer)),
        card({ title: 'Retries' }, retries(timer.retryPolicy)),
      ]),
    ]),
  ];
}

const FAILED_RUNS = [col('failedRun', 'Of', '', (at, run) => link(href.timer(run), time(at))), col('failedRun', 'That was', 'num', relativeTime)];
const ATTEMPTS = [col('attempt', 'Attempt'), col('notBefore', 'Not before', '', time), col('latest', 'At the latest', 'wide', time), col('notBefore', 'That is', 'num', relativeTime)];

function fields(timer) {
  const { groupId, correlationId, headers } = timer;
  const at = (label, name) => timer[name] && [label, fullTime(timer[name])];
  return facts([
    ['Group', link(href.group(groupId), groupId)],
    at('Execute at', 'executeAt'), at('Next attempt', 'nextAttemptAt'), at('Reached', 'reachedAt'), at('Failed', 'failedAt'), at('Deleted', 'cancelledAt'), at('Kept until', 'keptUntil'),
    ['Attempts', `${timer.attempts} finished`],
    ['Callback', [h('code', timer.method), ' ', mono(timer.callbackUrl)]],
    ['Body', timer.body],
    ['Callback timeout', timer.callbackTimeout],
    headers && ['Headers', Object.keys(headers).map((name) => h('div', [h('code', name), h('span.quiet', ' hidden')]))],
    timer.credential && ['Credential', h('code', timer.credential)],
    ['Correlation id', correlationId ? link(href.timers({ group: groupId, correlation: correlationId }), correlationId, { class: 'mono' }) : '–'],
    ['UUID', mono(timer.timerUuid)],
    at('Created', 'createdAt'), at('Changed', 'updatedAt'),
    ['Revision', h('code', timer.etag ?? '–')],
  ]);
}

const retries = (policy) => facts([['Attempts at most', policy.maxAttempts], ['For', policy.maxDuration], ['First wait', policy.initialInterval], ['Then times', policy.backoffMultiplier], ['Longest wait', policy.maxInterval], ['Success', policy.success === 'strict' ? 'strict' : 'any 2xx'], ['No retry after', ['410', ...policy.permanentStatuses].join(', ')]]);
