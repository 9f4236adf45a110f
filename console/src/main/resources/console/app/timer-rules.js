// The API's rules for a timer, so that a form can say what is wrong while somebody types. The server has the last word.
import { mistakeIn } from './json.js';
import { durationMillis, understood } from './time.js';

const MAX_ID = 255;
const MAX_URL = 2_048;
const MAX_PAYLOAD = 100 * 1_024;
const MAX_TIMEOUT = 15 * 60_000;
const LONGEST = 36_500 * 86_400_000;
const HORIZON = 3_650 * 86_400_000;
const MAX_HEADERS = 32;
const OURS = /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|traceparent|tracestate|content-.*|webhook-.*)$/i;

export function timerIdError(id) {
  if (!id) return 'A timer needs an id.';
  if ([...id].length > MAX_ID) return `The id is longer than ${MAX_ID} characters.`;
  if (id === '.' || id === '..') return "The id must not be '.' or '..'.";
  if (/[\u0000-\u001f\u007f-\u009f]/.test(id)) return 'The id has a control character.';
  if (!id.isWellFormed()) return 'The id has half a character.';
  return '';
}

export function executeAtError(text) {
  if (!text.trim()) return 'Say when, such as in 10 minutes or 2026-01-31 09:00.';
  const at = understood(text);
  if (!at) return 'Not understood. Write in 10 minutes, 2h, tomorrow 9:00, 2026-01-31 09:00 or 2026-01-31T09:00:00Z.';
  if (at - Date.now() > HORIZON) return 'This is more than 3,650 days ahead.';
  return '';
}

export function callbackUrlError(text) {
  if (!text) return 'Say which URL to call.';
  if (text.length > MAX_URL) return `The URL is longer than ${MAX_URL} characters.`;
  if (!/^https?:\/\//i.test(text)) return 'The URL must start with http:// or https://.';
  if (/[\s<>"{}|\\^`]/.test(text)) return 'The URL has a character that must be percent-encoded.';
  let url;
  try { url = new URL(text); } catch { return 'This is not a URL.'; }
  if (url.username || url.password) return 'The URL must not carry a user or password.';
  if (text.includes('#')) return 'The URL must not have a fragment.';
  return '';
}

export function payloadError(text) {
  if (!text.trim()) return '';
  const mistake = mistakeIn(text);
  if (mistake) return `No JSON: ${mistake.message}.`;
  if (new TextEncoder().encode(text).length > MAX_PAYLOAD) return 'The payload is larger than 100 KiB.';
  return '';
}

function durationError(text, { most = LONGEST, says = 'at most 36500d' } = {}) {
  if (!text) return '';
  const millis = durationMillis(text);
  if (millis == null) return 'Write a duration such as 500ms, 30s, 10m, 24h or 7d.';
  if (millis < 1 || millis > most) return `It must be at least 1ms and ${says}.`;
  return '';
}

export const callbackTimeoutError = (text) => durationError(text, { most: MAX_TIMEOUT, says: 'at most 15m' });

export function correlationIdError(text) {
  if (text.length > 255) return 'It is longer than 255 characters.';
  return /^[\x20-\x7e]*$/.test(text) ? '' : 'Only printable ASCII characters are allowed.';
}

/** Headers as lines "Name: value". */
export function headersOf(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]));
}

export function headersError(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  if (lines.length > MAX_HEADERS) return `There are more than ${MAX_HEADERS} headers.`;
  const seen = new Set();
  for (const line of lines) {
    const [, name, value] = /^([^:]*):(.*)$/.exec(line) ?? [];
    if (name === undefined) return `'${line.trim()}' is no line such as Name: value.`;
    const trimmed = name.trim();
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(trimmed)) return `'${trimmed}' is not a header name.`;
    if (!/^[\x20-\x7e\t]*$/.test(value)) return `${trimmed} has a value that is not printable ASCII.`;
    if (OURS.test(trimmed)) return `${trimmed} is set by Belfry itself.`;
    if (seen.has(trimmed.toLowerCase())) return `${trimmed} is there twice.`;
    seen.add(trimmed.toLowerCase());
  }
  return '';
}

export const RETRY_RULES = {
  maxAttempts: (text) => (!text || (/^\d+$/.test(text) && text >= 1 && text <= 1_000) ? '' : 'A whole number from 1 to 1000.'),
  backoffMultiplier: (text) => (!text || (/^\d+(\.\d+)?$/.test(text) && text >= 1 && text <= 100) ? '' : 'A number from 1 to 100.'),
  maxDuration: durationError,
  initialInterval: durationError,
  maxInterval: durationError,
};
