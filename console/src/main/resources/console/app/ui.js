// The small pieces that every view is made of: functions that draw, without a state of their own.
import { h, bound } from './dom.js';
import { link } from './router.js';
import { toast } from './toast.js';

const ICONS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  timers: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  failed: 'M12 8v5m0 3h.01M10.3 4 2.6 17.3A2 2 0 0 0 4.3 20h15.4a2 2 0 0 0 1.7-2.7L13.7 4a2 2 0 0 0-3.4 0z',
  settled: 'M4 5v5h5M4.5 10a8 8 0 1 1-.4 4M12 8v4l3 2',
  groups: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  health: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  api: 'm8 7-5 5 5 5m8-10 5 5-5 5M14 4l-4 16',
  search: 'm21 21-5-5m2-5a7 7 0 1 1-14 0 7 7 0 0 1 14 0z',
  menu: 'M4 7h16M4 12h16M4 17h16', close: 'M6 6l12 12M18 6 6 18', plus: 'M12 5v14M5 12h14',
  sun: 'M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18', keys: 'M3 7h18v10H3zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 14h8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1', download: 'M12 4v11m-5-5 5 5 5-5M5 20h14', pause: 'M9 5v14M15 5v14', play: 'M7 5l12 7-12 7z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z', trash: 'M4 7h16M9 7V4h6v3m-9 0 1 13h10l1-13', edit: 'M4 20h4L19 9l-4-4L4 16z', later: 'M5 6l7 6-7 6zM13 6l7 6-7 6z',
  again: 'M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5', right: 'm9 6 6 6-6 6', bell: 'M12 4v1M6 17h12l-1.5-2.5V11a4.5 4.5 0 0 0-9 0v3.5zM10.5 20a1.7 1.7 0 0 0 3 0',
  check: 'm5 12.5 4.5 4.5L19 7', info: 'M12 11v5m0-8h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
};

export const icon = (name) => h('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [h('path', { d: ICONS[name] })]);

/** A button with an icon, a text or both; `style` may hold primary, danger, quiet and small. Without a text it needs a label. */
export function button(name, text, onClick, style = '', { label, busy, ...more } = {}) {
  return h('button.button', { type: 'button', class: [style, { square: !text }], 'aria-label': label, title: text ? undefined : label,
    'aria-busy': busy || undefined, disabled: busy || undefined, onClick, ...more }, [name && icon(name), text]);
}

/** By state; whatever holds something up is a warning. */
const TONES = { SCHEDULED: 'notice', IN_FLIGHT: 'notice', RUNNING: 'notice', INFO: 'notice', GONE: '', CANCELLED: '', REACHED: 'ok', DONE: 'ok', MOVED: 'ok', UP: 'ok', OPEN: 'ok', FAILED: 'error', DOWN: 'error', NO_OWNER: 'error', ERROR: 'error', OVERDUE: 'error' };
export const toneOf = (state) => TONES[state] ?? 'warning';

/** A word in a colour. */
export const badge = (text, tone) => h('span.badge', { class: tone }, text);
export const wordsOf = (state) => state.toLowerCase().replaceAll('_', ' ');
export const stateBadge = (state) => badge(wordsOf(state), toneOf(state));

/** A titled box; `actions` stand in its head. */
export function card({ title, hint, actions, flush, key }, ...body) {
  return h('section.card', { key, class: { flush } }, [
    (title || actions) && h('header', [h('div.title', [h('h2', title), hint && h('p.quiet', hint)]), h('div.actions', [actions])]),
    h('div.card-body', body),
  ]);
}

/** The head of a view. */
export function head({ title, hint, crumb }, ...actions) {
  return h('div.head', [h('div.title', [crumb && h('div.crumb.quiet', crumb), h('h1', title), hint && h('p.quiet', hint)]), actions.length > 0 && h('div.actions', actions)]);
}

/** Nothing to show, and what to do about it. */
export const empty = (name, title, ...more) => h('div.empty', [icon(name), h('p.empty-title', title), more.length > 0 && h('div', more)]);

export const loading = (lines = 4) => h('div.loading', { role: 'status' }, [h('span.hidden-text', 'Loading'), Array.from({ length: lines }, () => h('div.bone'))]);

/** Something that should be seen. */
export function note(tone, name, title, text, { end, ...more } = {}) {
  return h('div.note', { class: tone, ...more }, [icon(name), h('div', [title && h('p.note-title', title), text && h('div', text)]), end]);
}

const ADVICE = { STORE_UNAVAILABLE: 'the database does not answer; Belfry goes on by itself when it does', GROUP_NOT_FOUND: 'an admin can create it among the groups', GROUP_DELETING: 'it will be gone soon',
  SHARD_UNAVAILABLE: 'its shard is moving to another node; this takes seconds' };

/** What went wrong and the way on; nothing if nothing did. */
export function failure({ problem, again }) {
  if (!problem) return null;
  const { message, code, outcomeUnknown } = problem;
  const advice = outcomeUnknown ? 'it is not known whether the change was made: look at the timer before you repeat it' : ADVICE[code];
  return note('error', 'failed', message, code && [h('code', code), advice && ` · ${advice}`], { role: 'alert', end: again && button('again', 'Try again', again, 'small') });
}

/** What was loaded, or why not, or that it is on its way. */
export const loaded = (from, show, lines) => (from.data ? show(from.data) : failure(from) ?? loading(lines));

/** A label with an input, a hint and what is wrong with it. `control` draws another thing in place of the input. */
export function field({ name, label, hint, error, optional, control = (box) => h('input', box), ...more }) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined;
  return h('div.field', { class: { wrong: error } }, [
    h('label', { for: name }, [label, optional && h('span.quiet', ' optional')]),
    control({ id: name, name, autocomplete: 'off', spellcheck: false, 'aria-invalid': error ? 'true' : undefined, 'aria-describedby': described, ...more }),
    error && h('p.field-error', { id: `${name}-error` }, error),
    hint && h('p.quiet', { id: `${name}-hint` }, hint),
  ]);
}
export const area = (box) => h('textarea', box);

export function select(options, value, onChange, more) {
  return h('select', { ...more, value, onChange: (event) => onChange(event.target.value) }, options.map((it) => h('option', { value: it, selected: it === value }, it)));
}

/** An input that narrows a list. */
export const narrow = (label, wanted) => h('input.narrow', { type: 'search', 'aria-label': label, placeholder: label, ...bound(wanted) });

/** One of a few, side by side: [value, label] pairs, and the ref that has the value. */
export function choice(label, options, chosen) {
  return h('div.choice', { role: 'group', 'aria-label': label }, options.map(([value, text = value]) =>
    h('button', { type: 'button', 'aria-pressed': String(value === chosen.value), onClick: () => { chosen.value = value; } }, text)));
}

export function copy(text, label = 'Copy') {
  return button('copy', '', async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied');
    } catch {
      toast('The browser does not let this page copy: select the text and copy it yourself.', 'warning');
    }
  }, 'quiet small', { label });
}

export const code = (text, more) => h('pre.code', { tabindex: 0, ...more }, text);
export const mono = (text) => h('span.mono', { title: text }, text ?? '–');
export const quiet = (text) => h('span.quiet', { title: text }, text ?? '–');

/** A list of names and values. */
export const facts = (rows) => h('dl.facts', rows.filter(Boolean).map(([name, value]) => h('div', [h('dt.quiet', name), h('dd', [value])])));

/** A link that looks like a button. */
export const linkButton = (to, name, text, style) => link(to, [icon(name), text], { class: ['button', style] });
