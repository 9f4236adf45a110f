// One timer: why it has not fired yet, what comes, every field.
import {
  exportButtons, h, watch, computed, api, go, href, link, useLoad, button, card, code, copy, empty, facts, failure, head, loading, mono, note, stateBadge, toneOf,
  tableCard, col, time, fullTime, relativeTime, now, may,
} from '../view.js';
import { jsonView } from '../json.js';
import { TIMER_FIELDS } from '../timer-list.js';
import { removeTimers, fireTimers, postponeTimers, redriveTimers } from '../actions.js';
import { useKeys } from '../keys.js';

const TITLES = { REACHED: 'It has fired', FAILED: 'It was given up' };
const EVERY_MILLIS = 5_000;

export default {
  props: ['groupId', 'timerId'],
  setup({ groupId, timerId }) {
    const key = { groupId, timerId };
    const timer = useLoad(() => api.timer(key), EVERY_MILLIS);
    const why = useLoad(() => api.explanation(key), EVERY_MILLIS);
    const again = () => { timer.again(); why.again(); };
    const gone = computed(() => timer.problem?.status === 404);
    const state = () => !gone.value && timer.data?.state;
    const others = href.timers({ group: groupId });

    /** Just after it is due there is news. */
    watch(now, (at) => {
      const due = Date.parse(why.data?.nextAttemptAt ?? timer.data?.nextAttemptAt);
      if (Math.abs(at - due - 1_000) < 1_000) again();
    });

    const act = (action, after = again) => async () => { if (await action([timer.data], timer.data.etag)) after(); };
    /** Of each: its icon and name, what it does, in which states, its key, its style, the role it needs. */
    const actions = [
      ['later', 'Postpone', act(postponeTimers), ['SCHEDULED'], 'p'],
      ['bolt', 'Fire now', act(fireTimers), ['SCHEDULED'], 'f'],
      ['again', 'Redrive', act(redriveTimers), ['FAILED'], '', 'primary', 'operate'],
      ['edit', 'Edit', () => go(href.edit(key)), ['SCHEDULED'], 'e'],
      ['trash', 'Delete', act(removeTimers, () => go(others)), ['SCHEDULED', 'REACHED', 'FAILED'], 'd'],
    ].filter(([, , , , , , role = 'write']) => may(role));
    for (const [, label, run, states, letter] of actions) if (letter) useKeys(letter, `this timer: ${label.toLowerCase()}`, () => states.includes(state()) && run());

    return () => [
      head({ crumb: [link(others, 'Timers'), ' / ', link(href.group(groupId), groupId)], title: [timerId, ' ', timer.data && stateBadge(state() || 'GONE')] },
        ...actions.filter(([, , , states]) => states.includes(state())).map(([name, label, run, , , style]) => button(name, label, run, style))),
      gone.value && timer.data && note('notice', 'info', 'This timer is gone', 'It has fired or was deleted while you looked. Below is what it was.', { role: 'status' }),
      body(),
    ];

    function body() {
      if (timer.data) return details(timer.data, gone.value ? null : why.data);
      if (gone.value) return empty('timers', `There is no timer ${timerId} in ${groupId}`,
        'It has fired, was deleted, or never was. ', link(href.create({ group: groupId, id: timerId }), 'Create it'), ' or ', link(others, 'look at the others'), '.');
      return failure({ problem: timer.problem, again }) ?? card({}, loading(8));
    }
  },
};

function details(timer, why) {
  return [
    why && note(toneOf(why.state), 'timers', TITLES[why.state] ?? 'Why it has not fired yet', why.text, { role: 'status', 'data-why': why.state, end: stateBadge(why.state) }),
    h('div.aside', [
      h('div.stack', [
        card({ title: 'Payload', actions: copy(timer.payloadText, 'Copy the payload') }, jsonView(timer.payloadText)),
        why?.schedule?.length > 0 && tableCard({ title: 'Schedule ahead', hint: `if each attempt fails; ${why.moreAttempts ? 'more follow' : 'then it is kept as failed'}`, columns: SCHEDULE, rows: why.schedule }),
        timer.lastError && card({ title: 'Last error' }, code(timer.lastError)),
      ]),
      h('div.stack', [
        card({ title: 'Timer', actions: exportButtons('timer', TIMER_FIELDS, [timer]) }, fields(timer)),
        card({ title: 'Retries' }, retries(timer.retryPolicy)),
      ]),
    ]),
  ];
}

const SCHEDULE = [col('attempt', 'Attempt'), col('notBefore', 'Not before', '', time), col('latest', 'At the latest', 'wide', time), col('notBefore', 'That is', 'num', relativeTime)];

function fields(timer) {
  const { groupId, correlationId, headers } = timer;
  const at = (label, name) => timer[name] && [label, fullTime(timer[name])];
  return facts([
    ['Group', link(href.group(groupId), groupId)],
    at('Execute at', 'executeAt'), at('Next attempt', 'nextAttemptAt'), at('Reached', 'reachedAt'), at('Failed', 'failedAt'), at('Kept until', 'keptUntil'),
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
