// The part of a timer's form that says when: once, by a calendar, or every so often.
import { h, button, choice, durationMillis, localInput, relative, understood, zone } from './view.js';

const SOON = ['in 1 minute', 'in 10 minutes', 'in 1 hour', 'tomorrow 9:00'];
const OFTEN = { 'every 15 minutes': '*/15 * * * *', 'each day 9:00': '0 9 * * *', 'weekdays 9:00': '0 9 * * MON-FRI', 'first of the month': '0 9 1 * *', 'last Friday': '0 9 * * 5L' };
const KINDS = [['once', 'Once'], ['cron', 'By a calendar (cron)'], ['every', 'Every so often']];
export const CHOICES = { catchUp: ['latest', 'none', 'all'], onFailure: ['continue', 'pause'] };

/** What a new timer begins with. */
export const USUAL_SCHEDULE = { kind: 'once', catchUp: 'latest', onFailure: 'continue', zone };

/** A form's fields of a schedule. */
export function fieldsOf({ schedule }) {
  if (!schedule) return USUAL_SCHEDULE;
  const { jitter, count = '', ...rest } = schedule;
  return { ...rest, kind: schedule.every ? 'every' : 'cron', count: String(count), jitter: durationMillis(jitter) ? jitter : '' };
}

const shown = (at) => `${at.toLocaleString()} ${zone}, ${relative(at)} · ${at.toISOString()}`;
const chips = (texts, choose) => h('div.soon', texts.map((text) => button('', text, () => choose(text), 'quiet small')));

/** `input(name, label, more)` draws a field of the form, `chosen` one of CHOICES; a timer that exists keeps to running once or by a schedule. */
export function whenFields({ form, errors, input, chosen, former }) {
  const kinds = KINDS.filter(([kind]) => !former || (kind === 'once') === !former.schedule);
  const kind = { get value() { return form.kind; }, set value(to) { form.kind = to; } };
  const instant = (name, label, hint) => input(name, label, { optional: true, placeholder: 'tomorrow 9:00', hint: form[name] && !errors[name] ? shown(understood(form[name])) : hint });

  function once() {
    const at = errors.executeAt ? null : understood(form.executeAt);
    return input('executeAt', 'Execute at', { hint: at && shown(at), control: (box) => h('div.when', [
      h('input', box),
      h('input', { type: 'datetime-local', step: 1, 'aria-label': 'Execute at, from a calendar', value: at ? localInput(at) : '', onInput: (event) => { if (event.target.value) form.executeAt = event.target.value.replace('T', ' '); } }),
      chips(SOON, (text) => { form.executeAt = text; }),
    ]) });
  }

  const cron = () => [
    input('cron', 'Cron', { placeholder: '0 9 * * MON-FRI', hint: 'Minutes, hours, day of the month, month, day of the week; with six fields seconds come first.',
      control: (box) => h('div', [h('input', box), chips(Object.keys(OFTEN), (text) => { form.cron = OFTEN[text]; })]) }),
    input('zone', 'Time zone', { placeholder: 'UTC', list: 'zones', control: (box) => [h('input', box), h('datalist', { id: 'zones' }, Intl.supportedValuesOf('timeZone').map((value) => h('option', { value })))] }),
  ];
  const every = () => h('div.pair', [input('every', 'Every', { placeholder: '1h', hint: 'From 1s on.' }), instant('anchor', 'Counted from', 'Its start, or now.')]);
  const bounds = () => h('div.pair', [
    instant('startAt', 'No run before', ''), instant('endAt', 'No run after', ''),
    input('count', 'Runs at most', { optional: true }), input('jitter', 'Spread over', { optional: true, placeholder: '0s', hint: 'Each timer runs at its own place in this window.' }),
    chosen('catchUp', 'Runs that were missed', 'Which of them are made up for: the latest, none or all (100 at most).'),
    chosen('onFailure', 'When a run fails for good', 'It is kept as a dead letter; the schedule goes on or is paused.'),
  ]);

  return [
    kinds.length > 1 && h('div', choice('How often it runs', kinds, kind)),
    form.kind === 'once' ? once() : [form.kind === 'cron' ? cron() : every(), bounds()],
  ];
}
