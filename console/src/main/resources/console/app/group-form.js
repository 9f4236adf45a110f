// What makes a group, changes its settings or deletes it.
import { h, bound, reactive } from './dom.js';
import { api, held } from './api.js';
import { ask, confirm, prompt } from './dialog.js';
import { useSend } from './load.js';
import { button, failure, field } from './ui.js';
import { toast } from './toast.js';

/** What is no number goes on as it is: the server says what it takes, and null would take the setting back. */
const number = (text) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : text);
/** Each setting: its path in the API, its label, a hint, and what makes a value of its text. */
const SETTINGS = [
  ['retention', 'Keep reached timers', 'Such as 1h or 7d; left empty, not at all.'], ['failedRetention', 'Keep failed timers', 'Left empty, 30d.'],
  ['callbackTimeout', 'Callback timeout', 'Left empty, 30s.'], ['onFailed', 'Notify of failures', 'A URL that hears of timers that are given up.'],
  ['retryPolicy.maxAttempts', 'Attempts', 'At most so many, with the first.', number], ['retryPolicy.maxDuration', 'Retry for', 'Left empty, 1d.'],
  ['limits.weight', 'Weight', 'Its share beside other groups; usually 1.', number], ['limits.ratePerSecond', 'Callbacks per second', 'Left empty, no limit.', number],
  ['limits.burst', 'Burst', 'So many at once after a rest.', number], ['limits.concurrency', 'At the same time', 'Left empty, no limit.', number],
  ['limits.hostRatePerSecond', 'Per second and host', 'Left empty, no limit.', number], ['limits.hostConcurrency', 'At the same time and host', 'Left empty, no limit.', number],
];
const textAt = (group, name) => String(name.split('.').reduce((part, key) => part?.[key], group) ?? '');

/** The settings whose texts differ; an emptied one is null, and so the usual one again. */
function changes(form, former) {
  const body = {};
  for (const [name, , , of = String] of SETTINGS) {
    const text = form[name].trim();
    if (text === former[name]) continue;
    const [outer, inner] = name.split('.');
    const value = text ? of(text) : null;
    if (inner) (body[outer] ??= {})[inner] = value;
    else body[outer] = value;
  }
  return body;
}

function groupDialog(title, group, verb, send) {
  return ask(title, {
    props: ['close'],
    setup({ close }) {
      const former = Object.fromEntries(SETTINGS.map(([name]) => [name, textAt(group, name)]));
      const form = reactive({ ...former, groupId: '', shards: '16' });
      const sending = useSend(async () => close(await send(form, changes(form, former))));
      const input = (name, label, hint, more) => field({ name, label, hint, error: sending.problem?.field === name ? sending.problem.message : '', ...bound(form, name), ...more });
      return () => h('form.stack', { novalidate: true, onSubmit: sending.submit }, [
        !group && h('div.trio', [
          input('groupId', 'Name', 'Of a-z, 0-9, dots, dashes and underscores.', { autofocus: true, maxlength: 64 }),
          input('shards', 'Shards', 'For ever: they can not be changed later.', { inputmode: 'numeric' }),
        ]),
        h('div.trio', SETTINGS.map(([name, label, hint]) => input(name, label, hint))),
        failure(sending),
        h('div.dialog-actions', [button('', 'Cancel', () => close()), button('', verb, undefined, 'primary', { type: 'submit', busy: sending.busy })]),
      ]);
    },
  });
}

export async function createGroup() {
  const made = await groupDialog('New group', null, 'Create', (form, body) => api.createGroup(form.groupId.trim(), { ...body, shards: number(form.shards) }));
  if (made) toast(`Created ${made.groupId}.`);
  return made;
}

export async function changeGroup(group) {
  const changed = await groupDialog(`Settings of ${group.groupId}`, group, 'Save', (_, body) => api.changeGroup(group.groupId, body, group.etag));
  if (changed) toast(`Changed ${changed.groupId}.`);
  return changed;
}

async function remove(groupId, drop) {
  await api.deleteGroup(groupId, drop);
  toast(`Deleting ${groupId}.`);
  return true;
}

/** What can still fire or be redriven wants the group's name: nothing brings it back. */
async function removeWithTimers(groupId, details) {
  const name = await prompt(`Delete ${groupId} with its timers?`, { label: `Write ${groupId} to delete it`, verb: 'Delete', check: (text) => (text === groupId ? '' : 'This is not its name.'),
    details: `${details} They go too, and do not fire. This can not be undone.` });
  return name ? remove(groupId, true) : false;
}

export async function deleteGroup(group) {
  const { groupId, pending } = group;
  try {
    if (pending) return await removeWithTimers(groupId, `Scheduled timers: ${held(pending, group)}.`);
    const sure = await confirm(`Delete ${groupId}?`, 'It takes no timers any more, and the records of those that are over go too. This can not be undone.', 'Delete', 'danger');
    return sure ? await remove(groupId, false) : false;
  } catch (problem) {
    if (problem.code === 'GROUP_NOT_EMPTY') return removeWithTimers(groupId, 'Some timers are scheduled, or failed and can be redriven.').catch(failed);
    return failed(problem);
  }
}

function failed(problem) {
  toast(problem.message, 'error');
  return false;
}
