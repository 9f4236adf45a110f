// What can be done to timers, alone or to many at once, and to groups. Each answers whether something was done.
import { api } from './api.js';
import { failedRun } from './url.js';
import { confirm, progress, prompt } from './dialog.js';
import { toast } from './toast.js';
import { understood, relative } from './time.js';

const AT_ONCE = 8;
const SETTLING_MILLIS = 500;
const MAX_REASON = 200;
export function nameOf(timer) {
  const run = failedRun(timer);
  return `${timer.groupId}/${timer.timerId}${run ? `, run of ${run}` : ''}`;
}
const many = (timers) => (timers.length === 1 ? nameOf(timers[0]) : `${timers.length} timers`);

const WARNINGS = { true: ' An attempt had started before and may still arrive.', possible: ' Its shard has just moved: an attempt of the node before may still arrive.' };

export async function removeTimers(timers, etag) {
  const sure = await confirm(`Delete ${many(timers)}?`, timers.every(failedRun) ? 'Its schedule is left alone. This can not be undone.' : 'No new callback of it starts afterwards. This can not be undone.', 'Delete', 'danger');
  return sure && carryOut(timers, 'Deleted', async (timer) => WARNINGS[await api.remove(timer, etag)]);
}

export async function fireTimers(timers, etag) {
  const sure = await confirm(`Fire ${many(timers)} now?`, timers[0].schedule ? 'The next run starts now; the schedule goes on after it.' : 'It starts anew with this instant: attempts are counted from one.', 'Fire now');
  if (!sure || !(await carryOut(timers, 'Fired', async (timer) => { await api.fire(timer, etag); }))) return false;
  // Whoever looked at once would still see them: their callbacks are on the way.
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MILLIS));
  return true;
}

/** How far ahead a text is for a timer: "+1h" and "1h" count from when it should fire, a date is a date. */
function postponed(text, timer) {
  const isFromThere = /^\s*\+?\s*\d+(\.\d+)?\s*[a-z]/i.test(text);
  return understood(text, isFromThere ? Math.max(Date.parse(timer.executeAt), Date.now()) : Date.now());
}

export async function postponeTimers(timers, etag) {
  const check = (text) => {
    const at = postponed(text, timers[0]);
    if (!at) return 'Write how much later, such as 1h or 2 days, or a date such as 2026-01-31 09:00.';
    return at < Date.now() - 1_000 ? 'This is in the past.' : '';
  };
  const hint = (text) => {
    if (check(text)) return 'Such as 15m, 1h, 2 days, in 3 hours, tomorrow 9:00 or 2026-01-31 09:00.';
    const at = postponed(text, timers[0]);
    return `${timers.length > 1 ? 'For the first one: ' : ''}${at.toLocaleString()} (${relative(at)}). Its attempts are counted anew.`;
  };
  const text = await prompt(`Postpone ${many(timers)}`, { label: 'By how much, or until when', value: '1h', check, hint, verb: 'Postpone' });
  return text && carryOut(timers, 'Postponed', async (timer) => { await api.patch(timer, JSON.stringify({ executeAt: postponed(text, timer).toISOString() }), etag); });
}

export async function pauseTimer([timer], etag) {
  const sure = await confirm(`Pause ${nameOf(timer)}?`, 'No other run starts until it is resumed. A run that is due already goes on, with its retries.', 'Pause');
  return sure && carryOut([timer], 'Paused', async () => { await api.pauseTimer(timer, etag); });
}

const CAUGHT_UP = { none: 'Runs whose time has passed are left out.', latest: 'Of the runs whose time has passed the latest starts at once.', all: 'Runs whose time has passed start one after another.' };

export async function resumeTimer([timer], etag) {
  const sure = await confirm(`Resume ${nameOf(timer)}?`, CAUGHT_UP[timer.schedule.catchUp], 'Resume');
  return sure && carryOut([timer], 'Resumed', async () => { await api.resumeTimer(timer, etag); });
}

export const redriveTimers = (timers) => carryOut(timers, 'Redriven', async (timer) => { await api.redrive(timer); });

/** `act` may give words to add. Of many timers a few are on their way at a time. */
async function carryOut(timers, done, act) {
  const all = timers.length;
  if (all === 1) return tell(async () => `${done} ${nameOf(timers[0])}.${(await act(timers[0])) ?? ''}`);
  const { failures } = await progress(`${all} timers`, async (state) => {
    const waiting = [...timers];
    const fail = (timer, words) => state.failures.push(`${nameOf(timer)}: ${words}`);
    const worker = async () => {
      while (waiting.length && !state.stopped) {
        const timer = waiting.shift();
        await act(timer).catch((problem) => fail(timer, problem.message));
        state.done++;
        state.text = `${state.done} of ${all}${state.failures.length ? `, ${state.failures.length} failed` : ''}`;
      }
    };
    state.max = all;
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const timer of waiting) fail(timer, 'stopped before');
  });
  toast(`${done} ${all - failures.length} of ${all} timers.`, failures.length ? 'warning' : 'ok');
  return true;
}

/** Does something, says what came of it, and answers whether it was done. */
async function tell(act) {
  try {
    toast(...[await act()].flat());
    return true;
  } catch (problem) {
    toast(problem.message, 'error');
    return false;
  }
}

export async function pauseGroup(groupId) {
  const reason = await prompt(`Pause ${groupId}`, { label: 'Why, for others to read', verb: 'Pause', maxlength: MAX_REASON,
    details: 'No attempt starts any more until it is resumed. Nothing is lost: what becomes due meanwhile fires then.' });
  return reason !== undefined && tell(async () => outcome(await api.pause(groupId, reason.trim()), `Paused ${groupId}.`));
}

export async function resumeGroup(groupId) {
  const sure = await confirm(`Resume ${groupId}?`, 'Timers that became due during the pause fire at once.', 'Resume');
  return sure && tell(async () => outcome(await api.resume(groupId), `Resumed ${groupId}.`));
}

function outcome({ unconfirmedShards: late = [] }, done) {
  return late.length ? [`${done} ${late.length} shards have not confirmed it yet; they follow within a minute.`, 'warning'] : done;
}
