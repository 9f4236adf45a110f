// Jobs of the server over all timers that a filter lets pass: counted, confirmed, then watched; they go on when the page is closed.
import { h, useLoad, api, badge, button, col, count, fullText, may, quiet, relativeTime, stateBadge, tableCard } from './view.js';
import { confirm, progress, prompt } from './dialog.js';
import { toast } from './toast.js';

const LOOK_MILLIS = 500;
const SAMPLES_SHOWN = 3;
const DURATION = /^\d+(ms|s|m|h|d)$/;
const VERBS = { delete: 'Delete', fire: 'Fire', postpone: 'Postpone', redrive: 'Redrive' };
const DONE = { delete: 'Deleted', fire: 'Fired', postpone: 'Postponed', redrive: 'Redriven' };
const WHAT_FOLLOWS = {
  delete: 'No new callback of them starts afterwards. This can not be undone.',
  fire: 'They start anew with this instant: attempts are counted from one.',
  postpone: 'Their attempts are counted anew.',
  redrive: 'They are scheduled anew, for now.',
};
const ICONS = { delete: 'trash', fire: 'bolt', postpone: 'later', redrive: 'again' };

/** Buttons for all that a filter lets pass; nothing for whoever may not, or without a filter. */
export function bulkBar(groupId, filter, actions, onDone) {
  if (!may('operate') || !Object.values(filter).some(Boolean)) return null;
  return h('div.row.matching', { role: 'region', 'aria-label': 'All that match' }, [
    h('span.grow.quiet', 'All that match, also those not loaded:'),
    h('div.actions', actions.map((action) => button(ICONS[action], `${VERBS[action]} all`, async () => { if (await bulk(groupId, { action, ...filter })) onDone(); }, `small ${action === 'delete' ? 'danger' : ''}`))),
  ]);
}

const WORDS = { from: (at) => `from ${fullText(at)}`, until: (at) => `until ${fullText(at)}`, correlationId: (id) => `correlation id ${id}`, idPrefix: (text) => `id begins with ${text}` };

/** A filter in words. */
const filterText = (filter) => Object.entries(filter).filter(([, value]) => value).map(([name, value]) => WORDS[name]?.(value) ?? `${name} ${value}`).join(', ') || 'all';

/** Counts, asks, and does it; answers whether something may have changed. */
export async function bulk(groupId, job) {
  const { action, ...filter } = job;
  const verb = VERBS[action];
  const by = action === 'postpone' ? await askHowFar() : undefined;
  if (action === 'postpone' && !by) return false;
  const counted = await run(groupId, { ...job, by, dryRun: true }, 'Counting');
  if (counted?.status !== 'DONE') return false;
  const { matched, skipped, sample = [] } = counted;
  if (matched === skipped) {
    toast(skipped ? `The action is not for any of the ${count(skipped)} timers.` : 'No timer matches any more.', 'warning');
    return false;
  }
  const many = `${count(matched - skipped)} timers`;
  const names = `${sample.slice(0, SAMPLES_SHOWN).join(', ')}${matched - skipped > SAMPLES_SHOWN ? ' and others' : ''}`;
  const sure = await confirm(`${verb} ${many} of ${groupId}?`, [
    h('p', `Filter: ${filterText(filter)}.`), h('p', names), h('p', `${WHAT_FOLLOWS[action]}${skipped ? ` ${count(skipped)} others are left alone: the action is not for them.` : ''}`),
    h('p', 'What is created or fails from now on is left alone.'),
  ], `${verb} ${many}`, action === 'delete' ? 'danger' : 'primary');
  if (!sure) return false;
  const over = await run(groupId, { ...job, by }, `${verb} ${many}`, matched);
  if (over?.status === 'RUNNING') toast(`It is not known how far this is. The job goes on, and the page of ${groupId} shows it.`, 'warning');
  else if (over) toast(`${DONE[action]} ${count(over.done)} timers.${over.skipped ? ` ${count(over.skipped)} were left alone.` : ''}`, over.status === 'DONE' && !over.failed ? 'ok' : 'warning');
  return true;
}

const askHowFar = () => prompt('Postpone all', { label: 'By how much', value: '1h', verb: 'Count them', hint: () => 'Such as 15m, 1h or 2d, from when each should fire. Timers with a schedule are left alone.',
  check: (text) => (DURATION.test(text.trim()) ? '' : 'Write how much later, such as 15m, 1h or 2d.') }).then((text) => text?.trim());

/** Begins a job and watches it to its end; whoever stops watching cancels it. Answers what was last known of it: nothing, or one that runs, if the server did not answer. */
async function run(groupId, asked, title, max) {
  let job;
  await progress(title, async (state) => {
    state.max = max;
    job = await api.beginBulk(groupId, asked);
    while (job.status === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
      job = await (state.stopped ? api.cancelBulk(job) : api.bulkJob(job));
      state.done = job.matched;
      state.text = job.dryRun ? `${count(job.matched)} found` : `${count(job.done)} of ${count(max)}${job.failed ? `, ${count(job.failed)} failed` : ''}`;
    }
    state.failures = [job.reason, ...(job.failures ?? [])].filter(Boolean);
  });
  return job;
}

/** The jobs of a group, a component. */
export const BulkJobs = {
  props: ['groupId'],
  setup({ groupId }) {
    const jobs = useLoad(() => api.bulkJobs(groupId), 2_000);
    const cancel = async (job) => {
      await api.cancelBulk(job).then(() => toast('Cancelled. What it has changed stays changed.'), ({ message }) => toast(message, 'error'));
      jobs.again();
    };
    const columns = [
      col('createdAt', 'Begun', '', relativeTime), col('action', 'Action', '', (action, { by, dryRun }) => h('span.row', [by ? `${action} by ${by}` : action, dryRun && badge('dry run')])),
      col('filter', 'Filter', 'wide', quiet, ({ filter }) => filterText(filter)),
      col('status', 'Status', '', (status, { reason }) => h('span', { title: reason }, stateBadge(status))),
      col('matched', 'Found', 'num wide', count), col('done', 'Done', 'num', count), col('skipped', 'Skipped', 'num wide', count), col('failed', 'Failed', 'num wide', count),
      col('jobId', '', 'num', (jobId, job) => job.status === 'RUNNING' && may('operate') && button('close', '', () => cancel(job), 'quiet small', { label: `Cancel job ${jobId}` })),
    ];
    return () => tableCard({ title: 'Bulk jobs', hint: 'the latest first', columns, rows: jobs.data, rowKey: ({ jobId }) => jobId, none: 'No job has run over many timers' });
  },
};
