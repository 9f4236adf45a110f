// Creates and edits timers. What is wrong is said while somebody types, and the same request is shown for a shell.
import {
  h, reactive, computed, bound, api, route, go, href, link, useLoad, useSend, nextTick, area, button, card, code, copy, failure, field, head, loading, select, understood,
  relative, now,
} from '../view.js';
import { pretty, mistakeIn } from '../json.js';
import { toast } from '../toast.js';
import { groupChoice, choiceHint, usualGroup } from '../timer-list.js';
import { rulesOf, headersOf } from '../timer-rules.js';
import { SCHEDULE, runsCard, scheduleOf, scheduleText, usePreview } from '../schedule.js';
import { CHOICES, USUAL_SCHEDULE, fieldsOf, whenFields } from '../schedule-form.js';

const RETRIES = { maxAttempts: 'Attempts at most', maxDuration: 'For at most', initialInterval: 'First wait', backoffMultiplier: 'Then times', maxInterval: 'Longest wait' };
const NUMBERS = ['maxAttempts', 'backoffMultiplier'];
const FORM = { method: ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'], body: ['envelope', 'payload'], ...CHOICES };
const USUAL = { method: 'POST', body: 'envelope', ...USUAL_SCHEDULE };
const TEXTS = ['timerId', 'executeAt', 'callbackUrl', 'payload', 'correlationId', 'headers', 'callbackTimeout', ...Object.keys(RETRIES), ...SCHEDULE];

export default {
  props: ['groupId', 'timerId'],
  setup({ groupId, timerId }) {
    const isEdit = Boolean(timerId);
    const groups = useLoad(api.groups);
    const former = useLoad(async () => (isEdit ? api.timer({ groupId, timerId }) : {}));
    return () => [
      head({ title: isEdit ? 'Edit timer' : 'New timer', crumb: [link(href.timers({ group: groupId }), 'Timers'), isEdit && [' / ', link(href.timer({ groupId, timerId }), timerId)]] }),
      groups.data && former.data ? h(TimerForm, { groups: groups.data, former: isEdit ? former.data : null }) : failure(former) ?? failure(groups) ?? card({}, loading(10)),
    ];
  },
};

/** Something of each field. */
const each = (of) => Object.fromEntries(TEXTS.map((name) => [name, of(name)]));

function blank(groups) {
  return { ...each(() => ''), ...USUAL, groupId: usualGroup(groups), timerId: route.value.query.id ?? `timer-${Math.random().toString(36).slice(2, 8)}`, executeAt: 'in 10 minutes' };
}

function filled({ groupId, payloadText, ...timer }) {
  const payload = payloadText === 'null' ? '' : mistakeIn(payloadText) ? payloadText : pretty(payloadText);
  return { ...each((name) => String(timer[name] ?? timer.retryPolicy[name] ?? '')), groupId, payload, method: timer.method, body: timer.body, headers: '', ...fieldsOf(timer), answers: { success: timer.retryPolicy.success, permanentStatuses: timer.retryPolicy.permanentStatuses } };
}

const TimerForm = {
  props: ['groups', 'former'],
  setup({ groups, former }) {
    const original = former && filled(former);
    const form = reactive(former ? { ...original } : blank(groups));
    const touched = reactive({});
    const group = computed(() => groups.find(({ groupId }) => groupId === form.groupId));
    /** Time goes on, and with it what is right. */
    const errors = computed(() => {
      const found = now.value && Object.fromEntries(Object.entries(rulesOf(form)).map(([name, rule]) => [name, rule(form[name])]));
      return { ...found, headers: found.headers || headersLeft(form, former) };
    });
    const preview = usePreview(() => (form.kind !== 'once' && !SCHEDULE.some((name) => errors.value[name]) ? scheduleOf(form) : undefined));
    const isRight = computed(() => !Object.values(errors.value).some(Boolean));
    const body = computed(() => (isRight.value ? request(form, original) : null));

    const sent = useSend(async () => {
      for (const name in form) touched[name] = true;
      if (!isRight.value) {
        await nextTick();
        document.querySelector('[aria-invalid=true]')?.focus();
        return;
      }
      const text = request(form, original);
      const timer = await (former ? api.patch(former, text, former.etag) : api.create(text));
      toast(former ? 'Saved.' : `Created ${timer.timerId}.`);
      go(href.timer(timer));
    });

    function input(name, label, more) {
      const touch = () => { touched[name] = true; };
      const { problem } = sent;
      const refused = [problem, preview.problem].find((it) => it?.field === name || it?.field === `schedule.${name}`);
      const error = ((touched[name] || form[name]) && errors.value[name]) || refused?.message;
      return field({ name, label, error, ...bound(form, name), onBlur: touch, ...more });
    }

    const chosen = (name, label, hint) => field({ name, label, hint, control: (box) => select(FORM[name], form[name], (value) => { form[name] = value; }, box) });

    return () => h('form.aside', { novalidate: true, onSubmit: sent.submit }, [
      h('div.stack', [
        card({ title: 'What to call, and when' }, h('div.form', [
          h('div.pair', [
            field({ name: 'groupId', label: 'Group', hint: choiceHint(groups), disabled: Boolean(former), control: (box) => groupChoice(groups, form.groupId, (value) => { form.groupId = value; }, box) }),
            input('timerId', 'Timer id', { disabled: Boolean(former), hint: former ? '' : 'Any name of yours; the same request twice makes one timer.' }),
          ]),
          whenFields({ form, errors: errors.value, input, chosen, former }),
          input('callbackUrl', 'Callback URL', { placeholder: 'https://example.com/callback', inputmode: 'url' }),
          h('div.pair', [chosen('method', 'Method', 'GET and DELETE carry no body.'), chosen('body', 'Body', 'The envelope names the timer; the payload alone suits any endpoint.')]),
        ])),
        form.kind !== 'once' && runsCard(preview.runs, preview.problem),
        card({ title: 'Payload', actions: button('', 'Pretty print', () => { form.payload = pretty(form.payload); }, 'quiet small', { disabled: !form.payload.trim() || Boolean(errors.value.payload) }) }, payload()),
        card({ title: 'Retries', hint: 'what is empty is the group\'s' }, h('div.trio', Object.entries(RETRIES).map(([name, label]) => input(name, label, { placeholder: String(group.value?.retryPolicy[name] ?? '') })))),
        card({ title: 'More' }, h('div.form', [
          h('div.pair', [
            input('callbackTimeout', 'Callback timeout', { optional: true, placeholder: group.value?.callbackTimeout }),
            input('correlationId', 'Correlation id', { optional: true, hint: 'Sent with the callback; timers are found by it.' }),
          ]),
          input('headers', 'Headers', { optional: true, control: area, class: 'low', disabled: form.noHeaders, hint: former?.headers ? `${Object.keys(former.headers).join(', ')} stay as they are unless you write headers here; these then replace all.` : 'A line each, such as Authorization: Bearer …; values are never shown again.' }),
          former?.headers && h('label', [h('input', { type: 'checkbox', checked: form.noHeaders, onChange: ({ target }) => { form.noHeaders = target.checked; form.headers = ''; } }), ' Send no headers']),
        ])),
      ]),
      h('div.stack.sticky', [
        failure(sent),
        card({ title: former ? 'Change' : 'Create' }, h('div.form', [
          h('p.quiet', summary()),
          h('div.row', [button('check', former ? 'Save' : 'Create timer', undefined, 'primary', { type: 'submit', busy: sent.busy }), button('', 'Cancel', () => history.back())]),
        ])),
        byHand(body.value && curl(form, former, body.value)),
      ]),
    ]);

    function payload() {
      const mistake = form.payload.trim() ? mistakeIn(form.payload) : null;
      const point = () => { const text = document.querySelector('#payload'); text.focus(); text.setSelectionRange(mistake.at, mistake.at + 1); };
      return input('payload', 'JSON', { optional: true, hint: 'Any JSON value; it goes through byte for byte.', placeholder: '{"orderId": 42}',
        control: (box) => h('div', [area(box), mistake && button('', 'Show me where', point, 'quiet small')]) });
    }

    function summary() {
      if (body.value === '{}') return 'Nothing is changed yet.';
      if (!body.value) return 'Some fields are missing or wrong.';
      if (form.kind !== 'once') return `It runs ${form.kind === 'every' ? scheduleText(form) : 'by the calendar'}, as the next runs show.`;
      if (form.executeAt === original?.executeAt) return 'It keeps its schedule.';
      const at = understood(form.executeAt);
      return at <= now.value ? 'It fires at once.' : `It fires ${relative(at)}.`;
    }
  },
};

/** Nobody sees the stored headers again, so they do not go to another origin. */
function headersLeft({ callbackUrl, headers, noHeaders }, former) {
  const isElsewhere = former?.headers && URL.canParse(callbackUrl) && new URL(callbackUrl).origin !== new URL(former.callbackUrl).origin;
  return isElsewhere && !noHeaders && !headers.trim() ? `${Object.keys(former.headers).join(', ')} belongs to another origin: write headers anew, or send none.` : '';
}

/** The body of the request as text: the payload keeps its bytes. An edit holds what differs. */
function request(form, original) {
  const isNew = (name) => form[name] !== (original?.[name] ?? USUAL[name] ?? '');
  const text = (name) => (form[name] ? JSON.stringify(form[name]) : 'null');
  const given = Object.keys(RETRIES).filter((name) => form[name] !== '');
  const fields = {
    groupId: !original && text('groupId'), timerId: !original && text('timerId'),
    executeAt: form.kind === 'once' && isNew('executeAt') && JSON.stringify(understood(form.executeAt)),
    schedule: form.kind !== 'once' && (!original || ['kind', ...SCHEDULE].some(isNew)) && JSON.stringify(scheduleOf(form)),
    ...Object.fromEntries(['callbackUrl', 'callbackTimeout', 'correlationId', 'method', 'body'].map((name) => [name, isNew(name) && text(name)])),
    retryPolicy: Object.keys(RETRIES).some(isNew) && JSON.stringify({ ...original?.answers, ...Object.fromEntries(given.map((name) => [name, NUMBERS.includes(name) ? Number(form[name]) : form[name]])) }),
    headers: form.noHeaders ? '{}' : isNew('headers') && JSON.stringify(headersOf(form.headers)),
    payload: isNew('payload') && (form.payload.trim() || 'null'),
  };
  return `{${Object.entries(fields).filter(([, value]) => value).map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

function curl(form, former, body) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const address = `${location.origin}/api/v1${former ? href.timer(form) : '/timers'}`;
  return [`curl ${former ? '-X PATCH ' : ''}${quoted(address)}`, "  -H 'Content-Type: application/json'", former?.etag && `  -H ${quoted(`If-Match: ${former.etag}`)}`, `  -d ${quoted(body)}`].filter(Boolean).join(' \\\n');
}

const byHand = (command) => card({ title: 'The same by hand', actions: command && copy(command, 'Copy the command') },
  code(command ?? 'The command is shown when every field is right.', { 'aria-label': 'curl command' }));
