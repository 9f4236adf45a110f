// Instants and durations as people read and write them: the viewer's zone, UTC on hover.
import { h, shallowRef } from './dom.js';
import { span } from './figures.js';

/** Now, each second, for whatever counts down. */
export const now = shallowRef(Date.now());
setInterval(() => { now.value = Date.now(); }, 1_000);

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const HOURS = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const short = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', ...HOURS });
const clock = new Intl.DateTimeFormat(undefined, HOURS);

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const clockTime = (at) => clock.format(new Date(at));

export function relative(at) {
  const millis = new Date(at) - now.value;
  if (Math.abs(millis) < 1_500) return 'now';
  const words = span(Math.abs(millis) < 10_000 ? Math.round(millis / 1_000) * 1_000 : millis).replace('.0 s', ' s');
  return millis > 0 ? `in ${words}` : `${words} ago`;
}

const utc = (date) => `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`;

/** An instant; one that is relative counts by itself. */
function Instant({ at, how }) {
  if (!at) return h('span.quiet', '–');
  const date = new Date(at);
  const isRelative = how === 'relative';
  return h('time', { datetime: date.toISOString(), title: isRelative ? `${full.format(date)} ${zone} · ${utc(date)}` : utc(date) }, isRelative ? relative(date) : how.format(date));
}
Instant.props = ['at', 'how'];
export const time = (at) => h(Instant, { at, how: short });
export const fullText = (at) => full.format(new Date(at));
/** The instants in a text of the server as they are read here. */
export const localTimes = (text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, fullText);
export const fullTime = (at) => h(Instant, { at, how: full });
export const relativeTime = (at) => h(Instant, { at, how: 'relative' });

/** The milliseconds of a duration such as 30s, or null. */
export function durationMillis(text) {
  const [, amount, unit] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text) ?? [];
  return unit ? Number(amount) * UNITS[unit] : null;
}

const WORDS = { millisecond: 'ms', sec: 's', second: 's', min: 'm', minute: 'm', hr: 'h', hour: 'h', day: 'd', week: 'w' };

/** The instant that somebody wrote: "in 10 minutes", "10m", "2 hours ago", "tomorrow 9:00", "2026-01-31 09:00", RFC 3339. Null if it is none. */
export function understood(text, from = Date.now()) {
  const said = text.trim().toLowerCase();
  if (said === 'now') return new Date(from);
  return distant(said, from) ?? ofDay(said, from) ?? ofCalendar(text.trim());
}

function distant(said, from) {
  const amounts = said.replace(/^in\s+|^\+|\s+ago$/, '');
  const direction = said.endsWith(' ago') ? -1 : 1;
  if (!/^(\d+(\.\d+)?\s*[a-z]+\s*(and\s+|,\s*)?)+$/.test(amounts)) return null;
  let millis = 0;
  for (const [, amount, word] of amounts.replace(/\band\b/g, '').matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    millis += Number(amount) * (UNITS[word] ?? UNITS[WORDS[word.replace(/s$/, '')]] ?? NaN);
  }
  return Number.isNaN(millis) ? null : new Date(from + direction * Math.round(millis));
}

function ofDay(said, from) {
  const [found, name, hours, minutes, seconds = 0] = /^(?:(today|tomorrow|yesterday)\s*(?:at\s+)?)?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(said) ?? [];
  if (!found || hours > 23 || minutes > 59 || seconds > 59) return null;
  const day = new Date(from);
  day.setDate(day.getDate() + ({ tomorrow: 1, yesterday: -1 }[name] ?? 0));
  day.setHours(hours, minutes, seconds, 0);
  return day;
}

/** A date and time; in the viewer's zone unless the text names one. */
function ofCalendar(text) {
  const [, day, hours = '00:00', offset = ''] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? [];
  const date = new Date(`${day}T${hours}${offset.toUpperCase()}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The value of a datetime-local input for an instant. */
export function localInput(date) {
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
