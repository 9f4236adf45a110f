// Dialogs, one above the other. The browser's own <dialog> keeps the focus inside and gives it back.
import { h, bound, reactive, shallowReactive, onMounted, ref } from './dom.js';
import { button, failure, field } from './ui.js';

const open = shallowReactive([]);
let last = 0;

/** Shows a dialog and gives what it was closed with; undefined if it was left. `Content` is a component that gets a function `close`. */
export function ask(title, Content) {
  return new Promise((resolve) => {
    const dialog = { id: `dialog-${++last}`, title, Content, close };
    open.push(dialog);

    function close(answer) {
      const at = open.indexOf(dialog);
      if (at >= 0) open.splice(at, 1);
      resolve(answer);
    }
  });
}

export const isOpen = () => open.length > 0;

const Dialog = {
  props: ['dialog'],
  setup({ dialog: { id, title, Content, close } }) {
    const element = ref(null);
    const leave = () => close();
    onMounted(() => {
      element.value.showModal();
      element.value.querySelector('[autofocus]')?.focus();
    });
    return () => h('dialog', {
      ref: element, 'aria-labelledby': id, onCancel: (event) => { event.preventDefault(); leave(); }, onMousedown: (event) => event.target === element.value && leave(),
    }, h('div.dialog-box', [h('header', [h('h2', { id }, title), button('close', '', leave, 'quiet small', { label: 'Close' })]), h(Content, { close })]));
  },
};

export const Dialogs = () => open.map((dialog) => h(Dialog, { key: dialog.id, dialog }));

/** A dialog that asks one thing and does one thing. */
function form(title, verb, { kind = 'primary', isReady = () => true, answer, details, body = () => null }) {
  return ask(title, ({ close }) => h('form', { novalidate: true, onSubmit: (event) => { event.preventDefault(); if (isReady()) close(answer()); } }, [
    details && h('div.dialog-text', [details]),
    body(),
    h('div.dialog-actions', [button('', 'Cancel', () => close()), button('', verb, undefined, kind, { type: 'submit', autofocus: true, disabled: !isReady() })]),
  ]));
}

/** A question that is answered by doing it or not. `details` says what will happen. */
export const confirm = (title, details, verb, kind) => form(title, verb, { details, kind, answer: () => true });

/** Asks for one text. `check` says what is wrong with it; `hint` gets the text as it stands. */
export function prompt(title, { label, value = '', hint = () => '', check = () => '', verb, details, maxlength }) {
  const text = ref(value);
  const body = () => field({ name: 'answer', label, hint: hint(text.value), error: text.value === value ? '' : check(text.value), autofocus: true, maxlength, ...bound(text) });
  return form(title, verb, { details, body, isReady: () => !check(text.value), answer: () => text.value });
}

/**
 * Does something long and shows how far it is. `work` gets a state that it keeps: how much is `done`, of how much (`max`, if that is known),
 * `text` about it, `failures` in words; `stopped` tells it to end. The dialog stays only if there are failures.
 */
export function progress(title, work) {
  const state = reactive({ done: 0, max: undefined, text: '', failures: [], stopped: false, over: false, problem: null });
  let working;
  return ask(title, {
    props: ['close'],
    setup({ close }) {
      onMounted(async () => {
        await (working = work(state).catch((problem) => { state.problem = problem; }));
        state.over = true;
        if (!state.failures.length && !state.problem) close();
      });
      return () => h('div.stack', [
        h('progress', { 'aria-label': 'Progress', ...(state.over ? { value: 1 } : state.max && { value: state.done, max: state.max }) }),
        h('p', { role: 'status' }, state.text),
        state.failures.length > 0 && h('ul.code', { tabindex: 0 }, state.failures.slice(0, 50).map((text) => h('li', text))),
        failure(state),
        h('div.dialog-actions', state.over ? button('', 'Done', () => close(), 'primary') : button('', 'Stop', () => { state.stopped = true; })),
      ]);
    },
  }).then(async () => {
    state.stopped = true; // Whoever leaves early stops it.
    await working;
    return state;
  });
}
