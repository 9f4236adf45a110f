// Dialogs, one above the other. The browser's own <dialog> keeps the focus inside and gives it back.
import { h, shallowReactive, defineComponent, onMounted, ref } from './dom.js';
import { Button, Input } from './ui.js';

const open = shallowReactive([]);
let last = 0;

/** Shows a dialog and gives what it was closed with; undefined if it was left. `content` gets a function that closes it. */
export function ask(title, content, { wide = false } = {}) {
  return new Promise((resolve) => {
    const id = ++last;
    const close = (answer) => {
      const at = open.findIndex((dialog) => dialog.id === id);
      if (at < 0) return;
      open.splice(at, 1);
      resolve(answer);
    };
    open.push({ id, title, content, close, wide });
  });
}

export const isOpen = () => open.length > 0;

/** A question that is answered by doing it or not. `details` says what will happen. */
export function confirm(title, details, { verb, danger = false }) {
  return ask(title, (close) => [
    h('div.dialog-text', details),
    h('div.dialog-actions', [
      h(Button, { onClick: () => close(false) }, () => 'Cancel'),
      h(Button, { kind: danger ? 'danger' : 'primary', autofocus: true, onClick: () => close(true) }, () => verb),
    ]),
  ]);
}

/** Asks for one text. `check` says what is wrong with it; `hint` gets the text as it stands. */
export function prompt(title, { label, value = '', hint, check = () => '', verb, details, maxlength }) {
  const Body = defineComponent({
    props: ['close'],
    setup(props) {
      const text = ref(value);
      const submit = (event) => {
        event.preventDefault();
        if (!check(text.value)) props.close(text.value);
      };
      return () => h('form', { onSubmit: submit, novalidate: true }, [
        details && h('div.dialog-text', details),
        h(Input, { name: 'answer', label, hint: typeof hint === 'function' ? hint(text.value) : hint, error: text.value === value ? '' : check(text.value), autofocus: true, maxlength, value: text.value, onInput: (typed) => { text.value = typed; } }),
        h('div.dialog-actions', [
          h(Button, { onClick: () => props.close() }, () => 'Cancel'),
          h(Button, { kind: 'primary', type: 'submit', disabled: Boolean(check(text.value)) }, () => verb),
        ]),
      ]);
    },
  });
  return ask(title, (close) => h(Body, { close }));
}

const Dialog = defineComponent({
  props: ['dialog'],
  setup({ dialog }) {
    const element = ref(null);
    onMounted(() => {
      element.value.showModal();
      element.value.querySelector('[autofocus]')?.focus();
    });
    return () => h('dialog', {
      ref: element, class: { wide: dialog.wide }, 'aria-labelledby': `dialog-${dialog.id}`,
      onCancel: (event) => { event.preventDefault(); dialog.close(); },
      onMousedown: (event) => event.target === element.value && dialog.close(),
    }, h('div.dialog-box', [
      h('header', [h('h2', { id: `dialog-${dialog.id}` }, dialog.title), h(Button, { kind: 'quiet', small: true, icon: 'close', label: 'Close', onClick: () => dialog.close() })]),
      dialog.content(dialog.close),
    ]));
  },
});

export function Dialogs() {
  return open.map((dialog) => h(Dialog, { key: dialog.id, dialog }));
}
