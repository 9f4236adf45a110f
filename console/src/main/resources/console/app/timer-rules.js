// The API's rules for a timer, so that a form can say what is wrong while somebody types. The server has the last word.
import { mistakeIn } from './json.js';
import { durationMillis, understood } from './time.js';

const MAX_TEXT = 255;
const MAX_URL = 2_048;
const MAX_PAYLOAD = 100 * 1_024;
const MAX_HEADERS = 32;
const HORIZON = 3_650 * 86_400_000;
const OURS = /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|traceparent|tracestate|content-.*|webhook-.*)$/i;

function timerId(id) {
  if (!id) return 'A timer needs an id.';
  if ([...id].length > MAX_TEXT) return `The id is longer than ${MAX_TEXT} characters.`;
  if (id === '.' || id === '..') return "The id must not be '.' or '..'.";
  if (/[\u0000-\u001f\u007f-\u009f]/.test(id)) return 'The id has a control character.';
  return id.isWellFormed() ? '' : 'The id has half a character.';
}

function executeAt(text) {
  if (!text.trim()) return 'Say when, such as in 10 minutes or 2026-01-31 09:00.';
  const at = understood(text);
  if (!at) return 'Not understood. Write in 10 minutes, 2h, tomorrow 9:00, 2026-01-31 09:00 or 2026-01-31T09:00:00Z.';
  return at - Date.now() > HORIZON ? 'This is more than 3,650 days ahead.' : '';
}

function callbackUrl(text) {
  if (!text) return 'Say which URL to call.';
  if (text.length > MAX_URL) return `The URL is longer than ${MAX_URL} characters.`;
  if (!/^https?:\/\//i.test(text)) return 'The URL must start with http:// or https://.';
  if (/[\s<>"{}|\\^`]/.test(text)) return 'The URL has a character that must be percent-encoded.';
  if (!URL.canParse(text)) return 'This is not a URL.';
  const url = new URL(text);
  if (url.username || url.password) return 'The URL must not carry a user or password.';
  return text.includes('#') ? 'The URL must not have a fragment.' : '';
}

function payload(text) {
  const mistake = text.trim() && mistakeIn(text);
  if (mistake) return mistake.message;
  return new TextEncoder().encode(text).length > MAX_PAYLOAD ? 'The payload is larger than 100 KiB.' : '';
}

const duration = (most) => (text) => {
  const millis = durationMillis(text);
  if (text && millis == null) return 'Write a duration such as 500ms, 30s, 10m, 24h or 7d.';
  return text && (millis < 1 || millis > durationMillis(most)) ? `It must be at least 1ms and at most ${most}.` : '';
};

const number = (pattern, most, says) => (text) => (!text || (pattern.test(text) && text >= 1 && text <= most) ? '' : says);

function correlationId(text) {
  if (text.length > MAX_TEXT) return `It is longer than ${MAX_TEXT} characters.`;
  return /^[\x20-\x7e]*$/.test(text) ? '' : 'Only printable ASCII characters are allowed.';
}

/** Lines "Name: value" as pairs; a line without a colon is a pair of itself and nothing. */
const pairs = (text) => text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => /^(.*?)\s*:\s*(.*)$/.exec(line)?.slice(1) ?? [line]);
export const headersOf = (text) => Object.fromEntries(pairs(text));

function headers(text) {
  const seen = new Set();
  for (const [name, value] of pairs(text)) {
    if (value === undefined) return `'${name}' is no line such as Name: value.`;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name)) return `'${name}' is not a header name.`;
    if (!/^[\x20-\x7e\t]*$/.test(value)) return `${name} has a value that is not printable ASCII.`;
    if (OURS.test(name)) return `${name} is set by Belfry itself.`;
    if (seen.has(name.toLowerCase())) return `${name} is there twice.`;
    seen.add(name.toLowerCase());
  }
  return seen.size > MAX_HEADERS ? `There are more than ${MAX_HEADERS} headers.` : '';
}

const instant = (text) => (!text.trim() || understood(text) ? '' : 'Not understood. Write tomorrow 9:00, 2026-01-31 09:00 or 2026-01-31T09:00:00Z.');

/** Of each way to say when: what is wrong with its own fields. The server knows cron expressions. */
const WHEN = {
  once: { executeAt },
  cron: { cron: (text) => (text.trim() ? '' : 'Say when, such as 0 9 * * MON-FRI.'), zone: () => '' },
  every: { every: (text) => (durationMillis(text) >= 1_000 && durationMillis(text) <= durationMillis('3660d') ? '' : 'Write a duration from 1s to 3660d, such as 30s, 10m, 24h or 7d.'), anchor: instant },
};
const BOUNDS = { startAt: instant, endAt: instant, count: number(/^\d+$/, 1e12, 'A whole number from 1 on.'), jitter: duration('1d') };
export const rulesOf = ({ kind }) => ({ ...RULES, ...WHEN[kind], ...(kind === 'once' ? {} : BOUNDS) });

/** By field: what is wrong with a text, or nothing. */
const RULES = {
  timerId, callbackUrl, payload, correlationId, headers, callbackTimeout: duration('15m'),
  maxAttempts: number(/^\d+$/, 1_000, 'A whole number from 1 to 1000.'), backoffMultiplier: number(/^\d+(\.\d+)?$/, 100, 'A number from 1 to 100.'),
  maxDuration: duration('36500d'), initialInterval: duration('36500d'), maxInterval: duration('36500d'),
};
