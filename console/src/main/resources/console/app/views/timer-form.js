// Creates and edits timers. What is wrong is said while somebody types, and the same request is shown for a shell.
import { h, defineComponent, reactive, computed, ref } from '../dom.js';
import { api } from '../api.js';
import { route, go, href, Link } from '../router.js';
import { Button, Card, Copy, Failure, Head, Input, Loading, Select, useLoad } from '../ui.js';
import { pretty, mistakeIn } from '../json.js';
import { understood, relative, now, zone, localInput } from '../time.js';
import { toast } from '../toast.js';
import * as rules from '../timer-rules.js';

const SOON = ['in 1 minute', 'in 10 minutes', 'in 1 hour', 'tomorrow 9:00'];
const RETRY_LABELS = { maxAttempts: 'Attempts at most', maxDuration: 'For at most', initialInterval: 'First wait', backoffMultiplier: 'Then times', maxInterval: 'Longest wait' };

export default defineComponent({
  props: ['groupId', 'timerId'],
  setup(props) {
    const isEdit = Boolean(props.timerId);
    const groups = useLoad(() => api.groups());
    const former = isEdit ? useLoad(() => api.timer(props)) : null;
    return () => {
      const loaded = former?.data;
      const crumb = () => isEdit ? [h(Link, { to: href.timers({ group: props.groupId }) }, () => 'Timers'), ' / ', h(Link, { to: href.timer(props) }, () => props.timerId)] : [h(Link, { to: '/timers' }, () => 'Timers')];
      const problem = former?.problem ?? groups.problem;
      return [
        h(Head, { title: isEdit ? 'Edit timer' : 'New timer' }, { crumb }),
        groups.data && (!isEdit || loaded) ? h(TimerForm, { groups: groups.data, former: loaded })
          : problem ? h(Failure, { problem, onAgain: former?.again ?? groups.again }) : h(Card, null, () => h(Loading, { lines: 10 })),
      ];
    };
  },
});

function blank(groups) {
  const { group, id } = route.value.query;
  return { groupId: group ?? (groups.find(({ groupId }) => groupId === 'default') ?? groups[0])?.groupId, timerId: id ?? `timer-${Math.random().toString(36).slice(2, 8)}`,
    executeAt: 'in 10 minutes', callbackUrl: '', payload: '', callbackTimeout: '', correlationId: '', headers: '', maxAttempts: '', maxDuration: '', initialInterval: '', backoffMultiplier: '', maxInterval: '' };
}

function filled(timer) {
  const retries = Object.fromEntries(Object.entries(timer.retryPolicy).map(([name, value]) => [name, String(value)]));
  return { groupId: timer.groupId, timerId: timer.timerId, executeAt: timer.executeAt, callbackUrl: timer.callbackUrl, callbackTimeout: timer.callbackTimeout, correlationId: timer.correlationId ?? '',
    payload: timer.payloadText === 'null' ? '' : mistakeIn(timer.payloadText) ? timer.payloadText : pretty(timer.payloadText), headers: '', ...retries };
}

const TimerForm = defineComponent({
  props: ['groups', 'former'],
  setup({ groups, former }) {
    const original = former ? filled(former) : null;
    const form = reactive(original ? { ...original } : blank(groups));
    const touched = reactive({});
    const problem = ref(null);
    const busy = ref(false);
    const group = computed(() => groups.find(({ groupId }) => groupId === form.groupId));

    const errors = computed(() => ({
      timerId: former ? '' : rules.timerIdError(form.timerId), executeAt: now.value && rules.executeAtError(form.executeAt), callbackUrl: rules.callbackUrlError(form.callbackUrl),
      payload: rules.payloadError(form.payload), callbackTimeout: rules.callbackTimeoutError(form.callbackTimeout), correlationId: rules.correlationIdError(form.correlationId), headers: rules.headersError(form.headers),
      ...Object.fromEntries(Object.entries(rules.RETRY_RULES).map(([name, check]) => [name, check(form[name])])),
    }));
    const isRight = computed(() => Object.values(errors.value).every((error) => !error));
    const body = computed(() => (isRight.value ? request(form, original) : null));

    async function submit(event) {
      event.preventDefault();
      for (const name in form) touched[name] = true;
      if (!isRight.value) {
        document.querySelector('[aria-invalid=true]')?.focus();
        return;
      }
      busy.value = true;
      problem.value = null;
      try {
        const text = request(form, original);
        const timer = former ? await api.patch(former, text, former.etag) : await api.create(text);
        toast(former ? 'Saved.' : `Created ${timer.timerId}.`);
        go(href.timer(timer));
      } catch (failure) {
        problem.value = failure.status === 412 ? Object.assign(failure, { message: 'Somebody has changed this timer since you opened it. Open it again to see how it is now.' }) : failure;
      } finally {
        busy.value = false;
      }
    }

    const error = (name) => (touched[name] || form[name] ? errors.value[name] : '') || (problem.value?.field === name ? problem.value.message : '');
    const input = (name, label, options, slots) => h(Input, { name, label, error: error(name), value: form[name], onInput: (text) => { form[name] = text; touched[name] = true; }, onBlur: () => { touched[name] = true; }, ...options }, slots);

    return () => h('form.aside', { novalidate: true, onSubmit: submit }, [
      h('div.stack', [
        h(Card, { title: 'What to call, and when' }, () => h('div.form', [
          h('div.pair', [
            h(Input, { name: 'groupId', label: 'Group' }, { default: (attributes) => h(Select, { ...attributes, disabled: Boolean(former), options: groups.map((it) => it.groupId), value: form.groupId, onChange: (value) => { form.groupId = value; } }) }),
            input('timerId', 'Timer id', { disabled: Boolean(former), hint: former ? '' : 'Any name of yours; the same request twice makes one timer.' }),
          ]),
          when(),
          input('callbackUrl', 'Callback URL', { placeholder: 'https://example.com/callback', inputmode: 'url', hint: 'Gets a POST with the payload inside.' }),
        ])),
        h(Card, { title: 'Payload' }, { actions: () => h(Button, { small: true, kind: 'quiet', disabled: !form.payload.trim() || Boolean(errors.value.payload), onClick: () => { form.payload = pretty(form.payload); } }, () => 'Pretty print'), default: payload }),
        h(Card, { title: 'Retries', hint: 'what is empty is the group\'s' }, () => h('div.trio', Object.entries(RETRY_LABELS).map(([name, label]) => input(name, label, { placeholder: String(group.value?.retryPolicy[name] ?? '') })))),
        h(Card, { title: 'More' }, () => h('div.form', [
          h('div.pair', [
            input('callbackTimeout', 'Callback timeout', { optional: true, placeholder: group.value?.callbackTimeout }),
            input('correlationId', 'Correlation id', { optional: true, hint: 'Sent with the callback; timers are found by it.' }),
          ]),
          input('headers', 'Headers', { optional: true, area: true, class: 'low', hint: former?.headers ? `${Object.keys(former.headers).join(', ')} stay as they are unless you write headers here; these then replace all.` : 'A line each, such as Authorization: Bearer …; values are never shown again.' }),
        ])),
      ]),
      h('div.stack.sticky', [
        problem.value && h(Failure, { problem: problem.value }),
        h(Card, { title: former ? 'Change' : 'Create' }, () => h('div.form', [
          h('p.quiet', summary()),
          h('div.row', [
            h(Button, { kind: 'primary', type: 'submit', busy: busy.value, icon: 'check' }, () => (former ? 'Save' : 'Create timer')),
            h(Button, { onClick: () => history.back() }, () => 'Cancel'),
          ]),
        ])),
        h(Card, { title: 'The same by hand' }, { actions: () => body.value && h(Copy, { text: curl(form, former, body.value), label: 'Copy the command' }),
          default: () => h('pre.code', { tabindex: 0, 'aria-label': 'curl command' }, body.value ? curl(form, former, body.value) : 'The command is shown when every field is right.') }),
      ]),
    ]);

    function when() {
      const at = understood(form.executeAt);
      const hint = at && !errors.value.executeAt ? `${at.toLocaleString()} ${zone}, ${relative(at)} · ${at.toISOString()}` : undefined;
      return input('executeAt', 'Execute at', { hint }, { default: (_, box) => h('div.when', [
        h('input', box),
        h('input', { type: 'datetime-local', step: 1, 'aria-label': 'Execute at, from a calendar', value: at ? localInput(at) : '', onInput: (event) => { if (event.target.value) form.executeAt = event.target.value.replace('T', ' '); } }),
        h('div.soon', SOON.map((text) => h(Button, { small: true, kind: 'quiet', onClick: () => { form.executeAt = text; } }, () => text))),
      ]) });
    }

    function payload() {
      const mistake = form.payload.trim() ? mistakeIn(form.payload) : null;
      const point = () => { const area = document.querySelector('#payload'); area.focus(); area.setSelectionRange(mistake.at, mistake.at + 1); };
      return input('payload', 'JSON', { optional: true, hint: 'Any JSON value; it goes through byte for byte.', placeholder: '{"orderId": 42}' }, {
        default: (_, box) => h('div', [h('textarea', { ...box, type: undefined }), mistake && h(Button, { small: true, kind: 'quiet', onClick: point }, () => 'Show me where')]) });
    }

    function summary() {
      const at = understood(form.executeAt);
      if (former && body.value === '{}') return 'Nothing is changed yet.';
      if (!isRight.value || !at) return 'Some fields are missing or wrong.';
      if (former && form.executeAt === original.executeAt) return 'It keeps its schedule.';
      return at <= now.value ? 'It fires at once.' : `It fires ${relative(at)}.`;
    }
  },
});

/** The body of the request as text: the payload keeps its bytes. An edit holds what differs. */
function request(form, original) {
  const fields = [];
  const put = (name, value) => fields.push(`${JSON.stringify(name)}:${value}`);
  const isNew = (name) => (original ? form[name] !== original[name] : form[name] !== '');
  if (!original) ['groupId', 'timerId'].forEach((name) => put(name, JSON.stringify(form[name])));
  if (isNew('executeAt')) put('executeAt', JSON.stringify(understood(form.executeAt).toISOString()));
  for (const name of ['callbackUrl', 'callbackTimeout', 'correlationId']) if (isNew(name)) put(name, form[name] ? JSON.stringify(form[name]) : 'null');
  if (Object.keys(RETRY_LABELS).some(isNew)) put('retryPolicy', JSON.stringify(retries(form)));
  if (isNew('headers')) put('headers', JSON.stringify(rules.headersOf(form.headers)));
  if (isNew('payload')) put('payload', form.payload.trim() || 'null');
  return `{${fields.join(',')}}`;
}

function retries(form) {
  const given = Object.keys(RETRY_LABELS).filter((name) => form[name] !== '');
  const isNumber = (name) => name === 'maxAttempts' || name === 'backoffMultiplier';
  return Object.fromEntries(given.map((name) => [name, isNumber(name) ? Number(form[name]) : form[name]]));
}

function curl(form, former, body) {
  const path = former ? `/api/v1${href.timer(form)}` : '/api/v1/timers';
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  return [`curl ${former ? '-X PATCH ' : ''}${quoted(location.origin + path)}`, "  -H 'Content-Type: application/json'", former?.etag && `  -H ${quoted(`If-Match: ${former.etag}`)}`, `  -d ${quoted(body)}`].filter(Boolean).join(' \\\n');
}
