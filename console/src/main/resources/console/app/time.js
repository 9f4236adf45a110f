// Instants and durations as people read and write them: the viewer's zone, UTC on hover.
import { h, shallowRef } from './dom.js';

/** Now, each second, for whatever counts down. */
export const now = shallowRef(Date.now());
setInterval(() => { now.value = Date.now(); }, 1_000);

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const NAMES = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1_000]];
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const clockTime = (at) => clock.format(new Date(at));

/** 3 h 12 min: the two largest units. */
export function span(millis) {
  const size = Math.abs(millis);
  if (size < 1_000) return `${Math.round(size)} ms`;
  if (size < 10_000) return `${(Math.floor(size / 100) / 10).toFixed(1)} s`;
  const first = NAMES.findIndex(([, unit]) => size >= unit);
  const [name, unit] = NAMES[first];
  const [below, smaller] = NAMES[first + 1] ?? [];
  const rest = smaller ? Math.floor((size % unit) / smaller) : 0;
  return `${Math.floor(size / unit)} ${name}${rest ? ` ${rest} ${below}` : ''}`;
}

export const spanOf = (millis) => (millis == null ? '–' : span(millis));

export function relative(at, from = now.value) {
  const millis = new Date(at) - from;
  if (Math.abs(millis) < 1_500) return 'now';
  const words = span(Math.abs(millis) < 10_000 ? Math.round(millis / 1_000) * 1_000 : millis).replace('.0 s', ' s');
  return millis > 0 ? `in ${words}` : `${words} ago`;
}

const utc = (at) => `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

/** An instant. `how`: 'full', 'short', 'relative', or 'both' for the time and how far away it is. */
export function Instant({ at, how = 'short' }) {
  if (!at) return h('span.quiet', '–');
  const date = new Date(at);
  const text = { full: () => full.format(date), short: () => short.format(date), relative: () => relative(date),
    both: () => `${full.format(date)} · ${relative(date)}` }[how]();
  const hint = how === 'relative' ? `${full.format(date)} ${zone} · ${utc(date)}` : utc(date);
  return h('time', { datetime: date.toISOString(), title: hint }, text);
}
Instant.props = ['at', 'how'];

/** The milliseconds of a duration such as 30s, or null. */
export function durationMillis(text) {
  const found = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text ?? '');
  return found ? Number(found[1]) * UNITS[found[2]] : null;
}

const WORDS = { ms: 'ms', millisecond: 'ms', s: 's', sec: 's', second: 's', m: 'm', min: 'm', minute: 'm', h: 'h', hr: 'h', hour: 'h', d: 'd', day: 'd', week: 'w', w: 'w' };

/** The instant that somebody wrote: "in 10 minutes", "10m", "tomorrow 9:00", "2026-01-31 09:00", RFC 3339. Null if it is none. */
export function understood(text, from = Date.now()) {
  const said = text.trim().toLowerCase();
  if (said === 'now') return new Date(from);
  return ahead(said, from) ?? ofDay(said, from) ?? ofCalendar(text.trim());
}

function ahead(said, from) {
  const amounts = said.replace(/^in\s+|^\+/, '');
  if (!/^(\d+(\.\d+)?\s*[a-z]+\s*(and\s+|,\s*)?)+$/.test(amounts)) return null;
  let millis = 0;
  for (const [, amount, word] of amounts.replace(/\band\b/g, '').matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = WORDS[word] ?? WORDS[word.replace(/s$/, '')];
    if (!unit) return null;
    millis += Number(amount) * (unit === 'w' ? 7 * UNITS.d : UNITS[unit]);
  }
  return new Date(from + Math.round(millis));
}

function ofDay(said, from) {
  const found = /^(?:(today|tomorrow)\s*(?:at\s+)?)?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(said);
  if (!found || found[2] > 23 || found[3] > 59 || found[4] > 59) return null;
  const day = new Date(from);
  if (found[1] === 'tomorrow') day.setDate(day.getDate() + 1);
  day.setHours(Number(found[2]), Number(found[3]), Number(found[4] ?? 0), 0);
  return day;
}

/** A date and time; in the viewer's zone unless the text names one. */
function ofCalendar(text) {
  const found = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text);
  if (!found) return null;
  const date = new Date(`${found[1]}T${found[2] ?? '00:00'}${(found[3] ?? '').toUpperCase()}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The value of a datetime-local input for an instant. */
export function localInput(at) {
  const date = new Date(at);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
