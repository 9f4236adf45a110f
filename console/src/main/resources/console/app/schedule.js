// Schedules: in words, as runs to come, and as fields of a form.
import { shallowReactive, watch, onUnmounted, api, col, durationMillis, facts, fullTime, mono, relativeTime, tableCard, time, understood } from './view.js';

const TYPING_MILLIS = 350;
const SHOWN = 5;
const SHORTEST = 1_000;
const NOT_YET = { message: 'They are shown when the schedule is right.' };
/** What a form has for a schedule; what is empty is left to the server. */
export const SCHEDULE = ['cron', 'zone', 'every', 'anchor', 'startAt', 'endAt', 'count', 'catchUp', 'jitter', 'onFailure'];
const INSTANTS = ['anchor', 'startAt', 'endAt'];
const OF_OTHERS = { cron: ['every', 'anchor'], every: ['cron', 'zone'] };

/** When a timer with this schedule runs. */
export const scheduleText = ({ cron, zone, every }) => (every ? `every ${every}` : `${cron} ${zone ?? 'UTC'}`);

/** The schedule that a form means, for the API. */
export function scheduleOf(form) {
  const given = SCHEDULE.filter((name) => form[name] && !OF_OTHERS[form.kind].includes(name));
  const value = (name) => (INSTANTS.includes(name) ? understood(form[name]).toISOString() : name === 'count' ? Number(form.count) : form[name]);
  return Object.fromEntries(given.map((name) => [name, value(name)]));
}

/** The runs after an instant as [{run, scheduledFor, local}]: those of a cron as the server says, the others are counted. */
export async function runsOf(schedule, after, run = 1) {
  const { cron, zone, startAt, endAt, count = Infinity } = schedule;
  const from = Math.max(after, startAt ? Date.parse(startAt) - 1 : 0);
  const found = cron ? (await api.preview({ cron, zone, n: SHOWN, from: new Date(from).toISOString() })).runs : periods(schedule, from);
  return found.filter(({ scheduledFor }) => !endAt || Date.parse(scheduledFor) <= Date.parse(endAt)).map((it, i) => ({ ...it, run: run + i })).filter((it) => it.run <= count);
}

function periods({ every, anchor, startAt }, from) {
  const period = durationMillis(every), base = Date.parse(anchor ?? startAt ?? new Date(from).toISOString());
  const first = from < base ? base : base + (Math.floor((from - base) / period) + 1) * period;
  return period >= SHORTEST ? Array.from({ length: SHOWN }, (_, i) => ({ scheduledFor: new Date(first + i * period).toISOString() })) : [];
}

/** What comes of a schedule while somebody types it: {runs, problem}. `wanted` gives the schedule, or nothing if it is not right yet. */
export function usePreview(wanted) {
  const state = shallowReactive({ runs: null, problem: null });
  let waiting = null, asked = 0;
  const look = async (schedule) => {
    const mine = ++asked;
    const answer = await runsOf(schedule, Date.now()).then((runs) => ({ runs, problem: null }), (problem) => ({ runs: null, problem }));
    if (mine === asked) Object.assign(state, answer);
  };
  watch(() => JSON.stringify(wanted()), (text) => {
    clearTimeout(waiting);
    asked++;
    Object.assign(state, { runs: text ? null : [], problem: text ? null : NOT_YET });
    if (text) waiting = setTimeout(look, TYPING_MILLIS, JSON.parse(text));
  }, { immediate: true });
  onUnmounted(() => clearTimeout(waiting));
  return state;
}

/** The clock of the schedule's zone, with its offset: 2026-03-29 03:00 +02:00. */
const zoned = (local) => local.replace('T', ' ').replace(/(:\d\d)(:00)?(Z|[+-].*)$/, '$1 $3');
const RUNS = [col('run', 'Run'), col('scheduledFor', 'Here', '', time), col('scheduledFor', 'That is', 'num', relativeTime)];
const IN_ITS_ZONE = col('local', 'In its zone', 'wide', zoned);

/** The next runs as a table, or what is in the way. */
export function runsCard(runs, problem, hint) {
  return tableCard({ title: 'Next runs', hint, columns: runs?.[0]?.local ? RUNS.toSpliced(2, 0, IN_ITS_ZONE) : RUNS, rows: problem ? [] : runs, none: problem?.message ?? 'No run is left: the schedule is over' });
}

export function scheduleFacts({ schedule, run, scheduledFor, skippedRuns }) {
  const { startAt, endAt, count, anchor } = schedule;
  return facts([
    ['Runs', mono(scheduleText(schedule))],
    ['Run', `${run}${count ? ` of ${count}` : ''}`],
    ['Its instant', fullTime(scheduledFor)],
    skippedRuns > 0 && ['Passed over', `${skippedRuns} runs`],
    anchor && ['Counted from', fullTime(anchor)],
    startAt && ['From', fullTime(startAt)],
    endAt && ['Until', fullTime(endAt)],
    ['Missed runs', { none: 'are left out', latest: 'the latest is caught up', all: 'are caught up one by one' }[schedule.catchUp]],
    durationMillis(schedule.jitter) > 0 && ['Spread over', schedule.jitter],
    ['A failed run', schedule.onFailure === 'pause' ? 'pauses the schedule' : 'is kept, the schedule goes on'],
  ]);
}
