// Short messages about what was done; read out, gone after a while.
import { h, reactive } from './dom.js';

const LASTING_MILLIS = 5_000;
const shown = reactive([]);
let last = 0;

export function toast(text, tone = 'ok') {
  const message = { id: ++last, text, tone };
  shown.push(message);
  setTimeout(() => dismiss(message.id), tone === 'error' ? 2 * LASTING_MILLIS : LASTING_MILLIS);
}

function dismiss(id) {
  const at = shown.findIndex((message) => message.id === id);
  if (at >= 0) shown.splice(at, 1);
}

export function Toasts() {
  return h('div.toasts', { role: 'status', 'aria-live': 'polite' }, shown.map(({ id, text, tone }) =>
    h('div', { key: id, class: ['toast', tone] }, [h('span', text), h('button', { type: 'button', 'aria-label': 'Dismiss', onClick: () => dismiss(id) }, '×')])));
}
