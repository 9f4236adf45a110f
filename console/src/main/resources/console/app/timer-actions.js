// What can be done to a timer, alone or to many at once.
import { h, defineComponent, onMounted, reactive } from './dom.js';
import { api } from './api.js';
import { ask, confirm, prompt } from './dialog.js';
import { toast } from './toast.js';
import { Button } from './ui.js';
import { understood, relative } from './time.js';

const AT_ONCE = 8;
const name = (timer) => `${timer.groupId}/${timer.timerId}`;
const many = (timers) => (timers.length === 1 ? name(timers[0]) : `${timers.length} timers`);

const WARNINGS = { true: ' An attempt had started before and may still arrive.', possible: ' Its shard has just moved: an attempt of the node before may still arrive.' };

/** Each answers whether something was done. */
export async function removeTimers(timers, etag) {
  const sure = await confirm(`Delete ${many(timers)}?`, 'No new callback of it starts afterwards. This can not be undone.', { verb: 'Delete', danger: true });
  if (!sure) return false;
  return carryOut(timers, 'Deleted', async (timer) => {
    const inFlight = await api.remove(timer, timers.length === 1 ? etag : null);
    return WARNINGS[inFlight] ?? '';
  });
}

export async function fireTimers(timers, etag) {
  const sure = await confirm(`Fire ${many(timers)} now?`, 'The schedule starts anew with this instant: attempts are counted from one.', { verb: 'Fire now' });
  if (!sure) return false;
  return carryOut(timers, 'Fired', async (timer) => { await api.fire(timer, timers.length === 1 ? etag : null); return ''; });
}

/** How far ahead a text is for a timer: "+1h" and "1h" count from when it should fire, a date is a date. */
export function postponed(text, timer) {
  const isAhead = /^\s*(in\s|\+)?\s*\d+(\.\d+)?\s*[a-z]/i.test(text) && !/^\s*in\s/i.test(text);
  return understood(text, isAhead ? Math.max(Date.parse(timer.executeAt), Date.now()) : Date.now());
}

export async function postponeTimers(timers, etag) {
  const check = (text) => {
    const at = postponed(text, timers[0]);
    if (!at) return 'Write how much later, such as 1h or 2 days, or a date such as 2026-01-31 09:00.';
    return at < Date.now() - 1_000 ? 'This is in the past.' : '';
  };
  const text = await prompt(`Postpone ${many(timers)}`, { label: 'By how much, or until when', value: '1h', check, verb: 'Postpone',
    hint: (said) => (check(said) ? 'Such as 15m, 1h, 2 days, in 3 hours, tomorrow 9:00 or 2026-01-31 09:00.' : timers.length > 1 ? 'For the first one: ' + words(said) : words(said)) });
  if (!text) return false;
  return carryOut(timers, 'Postponed', async (timer) => {
    await api.patch(timer, { executeAt: postponed(text, timer).toISOString() }, timers.length === 1 ? etag : null);
    return '';
  });

  function words(said) {
    const at = postponed(said, timers[0]);
    return `${at.toLocaleString()} (${relative(at)}). Its attempts are counted anew.`;
  }
}

export async function redriveTimers(timers) {
  return carryOut(timers, 'Redriven', async (timer) => { await api.redrive(timer); return ''; });
}

async function carryOut(timers, done, act) {
  if (timers.length === 1) {
    try {
      toast(`${done} ${name(timers[0])}.${await act(timers[0])}`);
      return true;
    } catch (problem) {
      toast(explained(problem), 'error');
      return false;
    }
  }
  const failures = await ask(`${timers.length} timers`, (close) => h(Progress, { timers, act, close }));
  const bad = failures?.length ?? 0;
  toast(`${done} ${timers.length - bad} of ${timers.length} timers.`, bad ? 'warning' : 'ok');
  return true;
}

function explained(problem) {
  if (problem.status === 412) return 'Somebody has changed this timer meanwhile: look at it again.';
  return problem.message;
}

/** Works through a list, a few at a time, and shows how far it is. */
const Progress = defineComponent({
  props: ['timers', 'act', 'close'],
  setup(props) {
    const state = reactive({ done: 0, failures: [], stopped: false });
    onMounted(async () => {
      const waiting = [...props.timers];
      const worker = async () => {
        while (waiting.length && !state.stopped) {
          const timer = waiting.shift();
          try { await props.act(timer); } catch (problem) { state.failures.push({ timer, problem }); }
          state.done++;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      for (const timer of waiting) state.failures.push({ timer, problem: { message: 'stopped before' } });
      if (!state.failures.length) props.close([]);
    });
    return () => h('div.stack', [
      h('progress', { value: state.done, max: props.timers.length, 'aria-label': 'Progress' }),
      h('p', { role: 'status' }, `${state.done} of ${props.timers.length}${state.failures.length ? `, ${state.failures.length} failed` : ''}`),
      state.failures.length > 0 && h('ul.code', { tabindex: 0 }, state.failures.slice(0, 50).map(({ timer, problem }) => h('li', `${name(timer)}: ${explained(problem)}`))),
      h('div.dialog-actions', state.done < props.timers.length && !state.stopped
        ? h(Button, { onClick: () => { state.stopped = true; } }, () => 'Stop')
        : h(Button, { kind: 'primary', onClick: () => props.close(state.failures) }, () => 'Done')),
    ]);
  },
});

export const timerKey = name;
