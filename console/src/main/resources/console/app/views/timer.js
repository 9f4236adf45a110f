// One timer: why it has not fired yet, what comes, every field.
import { h, defineComponent, onUnmounted, watch, computed } from '../dom.js';
import { api } from '../api.js';
import { go, href, Link } from '../router.js';
import { Badge, Button, Card, Copy, Empty, Facts, Failure, Head, Loading, Note, useLoad } from '../ui.js';
import { JsonView } from '../json.js';
import { TableCard, col } from '../table.js';
import { Export } from '../export.js';
import { Instant, now } from '../time.js';
import { TIMER_FIELDS } from '../timer-list.js';
import { removeTimers, fireTimers, postponeTimers, redriveTimers } from '../timer-actions.js';
import { onKeys } from '../keys.js';

const TONES = { SCHEDULED: 'notice', IN_FLIGHT: 'notice', BACKING_OFF: 'warning', PAUSED: 'warning', HOST_LIMIT: 'warning', SHARD_MOVING: 'warning', OVERDUE: 'error', REACHED: 'ok', FAILED: 'error' };
const TITLES = { REACHED: 'It has fired', FAILED: 'It was given up' };

export default defineComponent({
  props: ['groupId', 'timerId'],
  setup(props) {
    const key = { groupId: props.groupId, timerId: props.timerId };
    const timer = useLoad(() => api.timer(key), { everyMillis: 5_000 });
    const why = useLoad(() => api.explanation(key), { everyMillis: 5_000 });
    const again = () => { timer.again(); why.again(); };
    const gone = computed(() => timer.problem?.status === 404);

    /** Just after it is due there is news. */
    watch(now, (at) => {
      const due = Date.parse(why.data?.nextAttemptAt ?? timer.data?.nextAttemptAt);
      if (Math.abs(at - due - 1_000) < 1_000) again();
    });

    const act = (action) => async () => { if (await action([timer.data], timer.data.etag)) again(); };
    const remove = async () => { if (await removeTimers([timer.data], timer.data.etag)) go(href.timers({ group: props.groupId })); };
    const can = () => timer.data && !gone.value;
    const scheduled = () => can() && timer.data.state === 'SCHEDULED';
    const bindings = [
      onKeys('e', 'edit the timer', () => scheduled() && go(href.edit(key))),
      onKeys('p', 'postpone the timer', () => scheduled() && act(postponeTimers)()),
      onKeys('f', 'fire the timer now', () => scheduled() && act(fireTimers)()),
      onKeys('d', 'delete the timer', () => can() && remove()),
    ];
    onUnmounted(() => bindings.forEach((release) => release()));

    return () => [
      h(Head, null, {
        crumb: () => [h(Link, { to: href.timers({ group: props.groupId }) }, () => 'Timers'), ' / ', h(Link, { to: href.group(props.groupId) }, () => props.groupId)],
        title: () => [props.timerId, ' ', timer.data && h(Badge, { state: gone.value ? 'GONE' : timer.data.state })],
        default: () => can() && actions(timer.data),
      }),
      gone.value && timer.data && h(Note, { tone: 'notice', role: 'status', title: 'This timer is gone' }, () => 'It has fired or was deleted while you looked. Below is what it was.'),
      body(),
    ];

    function body() {
      if (timer.data) return details(timer.data, gone.value ? null : why.data);
      if (gone.value) return h(Empty, { icon: 'timers', title: `There is no timer ${props.timerId} in ${props.groupId}` }, () =>
        ['It has fired, was deleted, or never was. ', h(Link, { to: href.create({ group: props.groupId, id: props.timerId }) }, () => 'Create it'), ' or ', h(Link, { to: href.timers({ group: props.groupId }) }, () => 'look at the others'), '.']);
      if (timer.problem) return h(Failure, { problem: timer.problem, onAgain: again });
      return h(Card, null, () => h(Loading, { lines: 8 }));
    }

    function actions(it) {
      const pending = it.state === 'SCHEDULED';
      return [
        pending && h(Button, { icon: 'later', onClick: act(postponeTimers) }, () => 'Postpone'),
        pending && h(Button, { icon: 'bolt', onClick: act(fireTimers) }, () => 'Fire now'),
        it.state === 'FAILED' && h(Button, { kind: 'primary', icon: 'again', onClick: act(redriveTimers) }, () => 'Redrive'),
        pending && h(Button, { icon: 'edit', onClick: () => go(href.edit(it)) }, () => 'Edit'),
        h(Button, { icon: 'trash', onClick: remove }, () => 'Delete'),
      ];
    }
  },
});

function details(timer, why) {
  return [
    why && h(Why, { why }),
    h('div.aside', [
      h('div.stack', [
        h(Card, { title: 'Payload' }, { actions: () => h(Copy, { text: timer.payloadText, label: 'Copy the payload' }), default: () => h(JsonView, { text: timer.payloadText }) }),
        why?.schedule?.length > 0 && h(TableCard, { title: 'Schedule ahead', hint: `if each attempt fails; ${why.moreAttempts ? 'more follow' : 'then it is kept as failed'}`, columns: SCHEDULE, rows: why.schedule, rowKey: (a) => a.attempt }),
        timer.lastError && h(Card, { title: 'Last error' }, () => h('pre.code', { tabindex: 0 }, timer.lastError)),
      ]),
      h('div.stack', [
        h(Card, { title: 'Timer' }, { actions: () => h(Export, { name: 'timer', columns: TIMER_FIELDS, rows: [timer] }), default: () => h(Facts, { rows: facts(timer) }) }),
        h(Card, { title: 'Retries' }, () => h(Facts, { rows: retryFacts(timer.retryPolicy) })),
      ]),
    ]),
  ];
}

function Why({ why: { state, text } }) {
  return h(Note, { tone: TONES[state], icon: 'timers', role: 'status', 'data-why': state, title: TITLES[state] ?? 'Why it has not fired yet' },
    { default: () => text, end: () => h(Badge, { state, tone: TONES[state] }) });
}
Why.props = ['why'];

const SCHEDULE = [
  col('attempt', 'Attempt'), col('notBefore', 'Not before', '', (at) => h(Instant, { at })), col('latest', 'At the latest', 'wide', (at) => h(Instant, { at })),
  col('notBefore', 'That is', 'num', (at) => h(Instant, { at, how: 'relative' })),
];

function facts(timer) {
  const at = (name, field) => timer[field] && [name, h(Instant, { at: timer[field], how: 'full' })];
  return [
    ['Group', h(Link, { to: href.group(timer.groupId) }, () => timer.groupId)],
    ['Execute at', h(Instant, { at: timer.executeAt, how: 'full' })],
    at('Next attempt', 'nextAttemptAt'), at('Reached', 'reachedAt'), at('Failed', 'failedAt'), at('Kept until', 'keptUntil'),
    ['Attempts', `${timer.attempts} of ${timer.retryPolicy.maxAttempts} finished`],
    ['Callback', h('span.mono', timer.callbackUrl)],
    ['Callback timeout', timer.callbackTimeout],
    timer.headers && ['Headers', h('span', Object.keys(timer.headers).map((name) => h('div', [h('code', name), h('span.quiet', ' hidden')])))],
    ['Correlation id', timer.correlationId ? h(Link, { to: href.timers({ group: timer.groupId, correlation: timer.correlationId }), class: 'mono' }, () => timer.correlationId) : '–'],
    ['UUID', h('span.mono', timer.timerUuid)],
    ['Created', h(Instant, { at: timer.createdAt, how: 'full' })],
    ['Changed', h(Instant, { at: timer.updatedAt, how: 'full' })],
    ['Revision', h('code', timer.etag ?? '–')],
  ];
}

function retryFacts(policy) {
  return [['Attempts at most', policy.maxAttempts], ['For', policy.maxDuration], ['First wait', policy.initialInterval], ['Then times', policy.backoffMultiplier], ['Longest wait', policy.maxInterval]];
}
