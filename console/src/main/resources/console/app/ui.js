// The small pieces that every view is made of.
import { h, shallowReactive, watch, onUnmounted } from './dom.js';
import { live } from './sse.js';
import { toast } from './toast.js';

const ICONS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  timers: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  failed: 'M12 8v5m0 3h.01M10.3 4 2.6 17.3A2 2 0 0 0 4.3 20h15.4a2 2 0 0 0 1.7-2.7L13.7 4a2 2 0 0 0-3.4 0z',
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

export function Icon({ name }) {
  return h('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [h('path', { d: ICONS[name] })]);
}
Icon.props = ['name'];

/** A button; `kind` is primary, danger, quiet or nothing. */
export function Button({ kind, icon, busy, small, label }, { slots }) {
  const content = slots.default?.();
  return h('button', { type: 'button', class: ['button', kind, { small, square: !content }], 'aria-busy': busy || undefined, 'aria-label': label,
    title: content ? undefined : label, disabled: busy || undefined }, [icon && h(Icon, { name: icon }), content]);
}
Button.props = ['kind', 'icon', 'busy', 'small', 'label'];

const TONES = { SCHEDULED: 'notice', REACHED: 'ok', FAILED: 'error', PAUSED: 'warning', UP: 'ok', DOWN: 'error', OPEN: 'ok', MOVING: 'warning',
  OPENING: 'warning', NO_OWNER: 'error', ERROR: 'error', WARNING: 'warning', INFO: 'notice' };

/** A word about a state, in its colour. */
export function Badge({ state, tone }, { slots }) {
  return h('span', { class: ['badge', tone ?? TONES[state]] }, slots.default?.() ?? state.toLowerCase().replaceAll('_', ' '));
}
Badge.props = ['state', 'tone'];

/** A titled box. */
export function Card({ title, hint, flush, level = 2 }, { slots }) {
  return h('section', { class: ['card', { flush }] }, [
    (title || slots.actions) && h('header', [h('div.card-title', [h(`h${level}`, title), hint && h('p', hint)]),
      slots.actions && h('div.actions', slots.actions())]),
    h('div.card-body', slots.default?.()),
  ]);
}
Card.props = ['title', 'hint', 'flush', 'level'];

/** The head of a view. */
export function Head({ title, hint }, { slots }) {
  return h('div.head', [
    h('div.title', [slots.crumb && h('div.crumb', slots.crumb()), h('h1', slots.title?.() ?? title), hint && h('p', hint)]),
    slots.default && h('div.actions', slots.default()),
  ]);
}
Head.props = ['title', 'hint'];

/** Nothing to show, and what to do about it. */
export function Empty({ icon = 'bell', title }, { slots }) {
  return h('div.empty', [h(Icon, { name: icon }), h('p.empty-title', title), slots.default && h('div', slots.default())]);
}
Empty.props = ['icon', 'title'];

export function Loading({ lines = 4 }) {
  return h('div.loading', { role: 'status' }, [h('span.hidden-text', 'Loading'), ...Array.from({ length: lines }, () => h('div.bone'))]);
}
Loading.props = ['lines'];

/** Something that should be seen; the slot says more. */
export function Note({ tone, icon = 'info', title }, { slots }) {
  return h('div.note', { class: tone }, [h(Icon, { name: icon }), h('div', [title && h('p.note-title', title), slots.default && h('div', slots.default())]), slots.end?.()]);
}
Note.props = ['tone', 'icon', 'title'];

/** A failure, and the way on. */
export function Failure({ problem, onAgain }) {
  return h(Note, { tone: 'error', icon: 'failed', title: problem.message, role: 'alert' }, {
    default: () => problem.code && [h('code', problem.code), advice(problem)],
    end: () => onAgain && h(Button, { small: true, icon: 'again', onClick: onAgain }, () => 'Try again'),
  });
}
Failure.props = ['problem', 'onAgain'];

function advice({ code, outcomeUnknown }) {
  if (outcomeUnknown) return ' · it is not known whether the change was made: look at the timer before you repeat it';
  return { STORE_UNAVAILABLE: ' · the database does not answer; Belfry goes on by itself when it does', GROUP_NOT_FOUND: ' · groups are declared in the configuration',
    SHARD_UNAVAILABLE: ' · its shard is moving to another node; this takes seconds' }[code] ?? '';
}

/** A label with an input, a hint and what is wrong with it. `area` makes it one for many lines, a slot puts another thing in its place. */
export function Input({ name, label, hint, error, optional, area, onInput }, { slots, attrs }) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined;
  const attributes = { id: name, name, 'aria-invalid': error ? 'true' : undefined, 'aria-describedby': described, ...attrs };
  const box = { type: area ? undefined : 'text', autocomplete: 'off', spellcheck: false, ...attributes, onInput: (event) => onInput(event.target.value) };
  return h('div.field', { class: { wrong: error } }, [
    h('label', { for: name }, [label, optional && h('span.quiet', ' optional')]),
    slots.default ? slots.default(attributes, box) : h(area ? 'textarea' : 'input', box),
    error && h('p.field-error', { id: `${name}-error` }, error),
    hint && h('p.field-hint', { id: `${name}-hint` }, hint),
  ]);
}
Input.props = ['name', 'label', 'hint', 'error', 'optional', 'area', 'onInput'];
Input.inheritAttrs = false;

export function Select({ options, value, onChange }) {
  return h('select', { value, onChange: (event) => onChange(event.target.value) },
    options.map((option) => h('option', { value: option.value ?? option, selected: (option.value ?? option) === value }, option.label ?? option)));
}
Select.props = ['options', 'value', 'onChange'];

/** One of a few, side by side. */
export function Choice({ label, options, value, onChange }) {
  return h('div.choice', { role: 'group', 'aria-label': label }, options.map((option) =>
    h('button', { type: 'button', 'aria-pressed': String((option.value ?? option) === value), onClick: () => onChange(option.value ?? option) }, option.label ?? option)));
}
Choice.props = ['label', 'options', 'value', 'onChange'];

export async function copy(text, what = 'Copied') {
  try {
    await navigator.clipboard.writeText(text);
    toast(what);
  } catch {
    toast('The browser does not let this page copy: select the text and copy it yourself.', 'warning');
  }
}

export function Copy({ text, label = 'Copy' }) {
  return h(Button, { kind: 'quiet', small: true, icon: 'copy', label, onClick: () => copy(text) });
}
Copy.props = ['text', 'label'];

/** A list of names and values. */
export function Facts({ rows }) {
  return h('dl.facts', rows.filter(Boolean).map(([name, value]) => h('div', [h('dt', name), h('dd', [value])])));
}
Facts.props = ['rows'];

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat();
export const count = (n) => (n == null ? '–' : n < 10_000 ? plain.format(n) : compact.format(n));
export const perSecond = (n) => (n == null ? '–' : n === 0 ? '0' : n < 0.1 ? n.toFixed(2) : n < 10 ? n.toFixed(1) : count(Math.round(n)));

/** Loads something and again after an outage and, if asked, every so often. */
export function useLoad(load, { everyMillis } = {}) {
  const state = shallowReactive({ data: null, problem: null, busy: false });
  let asked = 0;
  state.again = async () => {
    const mine = ++asked;
    state.busy = true;
    try {
      const data = await load();
      if (mine === asked) Object.assign(state, { data, problem: null });
    } catch (problem) {
      if (mine === asked && problem.name !== 'AbortError') state.problem = problem;
    } finally {
      if (mine === asked) state.busy = false;
    }
  };
  watch(() => live.connects, (_, before) => before > 0 && state.again());
  if (everyMillis) {
    const timer = setInterval(() => !document.hidden && live.state !== 'lost' && state.again(), everyMillis);
    onUnmounted(() => clearInterval(timer));
  }
  state.again();
  return state;
}

/** What was loaded, or why not, or that it is on its way. */
export function Loaded({ from, lines }, { slots }) {
  if (from.data) return slots.default(from.data);
  if (from.problem) return h(Failure, { problem: from.problem, onAgain: from.again });
  return h(Loading, { lines });
}
Loaded.props = ['from', 'lines'];
