// Short messages about what was done; read out, gone after a while.
import { h, reactive } from './dom.js';

const LASTING_MILLIS = 5_000;
const shown = reactive(new Set());

export function toast(text, tone = 'ok') {
  const message = { key: Symbol(text), text, tone };
  shown.add(message);
  setTimeout(() => shown.delete(message), tone === 'error' ? 2 * LASTING_MILLIS : LASTING_MILLIS);
}

export function Toasts() {
  return h('div.toasts', { role: 'status', 'aria-live': 'polite' }, [...shown].map((message) =>
    h('div.toast', { key: message.key, class: message.tone }, [message.text, h('button', { type: 'button', 'aria-label': 'Dismiss', onClick: () => shown.delete(message) }, '×')])));
}
