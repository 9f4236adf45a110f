// Pausing and resuming groups.
import { api } from './api.js';
import { confirm, prompt } from './dialog.js';
import { toast } from './toast.js';

const MAX_REASON = 200;

/** Each answers whether something was done. */
export async function pauseGroup(groupId) {
  const reason = await prompt(`Pause ${groupId}`, { label: 'Why, for others to read', verb: 'Pause', maxlength: MAX_REASON, details: 'No attempt starts any more until it is resumed. Nothing is lost: what becomes due meanwhile fires then.' });
  if (reason === undefined) return false;
  return tell(() => api.pause(groupId, reason.trim()), `Paused ${groupId}.`);
}

export async function resumeGroup(groupId) {
  const sure = await confirm(`Resume ${groupId}?`, 'Timers that became due during the pause fire at once.', { verb: 'Resume' });
  return sure ? tell(() => api.resume(groupId), `Resumed ${groupId}.`) : false;
}

async function tell(call, done) {
  try {
    const { unconfirmedShards = [] } = await call();
    if (unconfirmedShards.length) toast(`${done} ${unconfirmedShards.length} shards have not confirmed it yet; they follow within a minute.`, 'warning');
    else toast(done);
    return true;
  } catch (problem) {
    toast(problem.message, 'error');
    return false;
  }
}
