// The keyboard: single keys and pairs such as "g o", never while somebody types.
import { h, onUnmounted } from './dom.js';
import { ask, isOpen } from './dialog.js';

const PAIR_MILLIS = 1_200;
const known = [];
let first = null;
let firstAt = 0;

/** Gives keys a meaning. */
export function onKeys(keys, says, action) {
  const binding = { keys, says, action };
  known.push(binding);
  return binding;
}

/** Gives keys a meaning as long as the component is there that asks for it. */
export function useKeys(keys, says, action) {
  const binding = onKeys(keys, says, action);
  onUnmounted(() => known.splice(known.indexOf(binding), 1));
}

function press(event) {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping || isOpen()) return;
  const pair = first && Date.now() - firstAt < PAIR_MILLIS ? `${first} ${event.key}` : event.key;
  const found = known.findLast(({ keys }) => keys === pair) ?? known.findLast(({ keys }) => keys === event.key);
  first = null;
  if (found) {
    event.preventDefault();
    found.action();
  } else if (known.some(({ keys }) => keys.startsWith(`${event.key} `))) {
    first = event.key;
    firstAt = Date.now();
  }
}

export function showKeys() {
  ask('Keys', () => h('dl.keys', [...known, { keys: 'Esc', says: 'close what is open' }].map(({ keys, says }) =>
    h('div', [h('dt', keys.split(' ').map((key) => h('kbd', key))), h('dd', says)]))));
}

export function startKeys() {
  addEventListener('keydown', press);
  onKeys('?', 'show these keys', showKeys);
}
