// Vue, with h('div.row') for an element with a class.
import * as vue from 'vue';

export * from 'vue';

export function h(type, ...rest) {
  if (typeof type !== 'string' || !type.includes('.')) return vue.h(type, ...rest);
  const [tag, ...classes] = type.split('.');
  const hasProps = rest[0]?.constructor === Object && !rest[0].__v_isVNode;
  const { class: more, ...props } = hasProps ? rest.shift() : {};
  return vue.h(tag, { ...props, class: [classes, more] }, ...rest);
}

/** Listens as long as the component is there that asks for it. */
export function useEvent(target, type, act) {
  vue.onMounted(() => target.addEventListener(type, act));
  vue.onUnmounted(() => target.removeEventListener(type, act));
}

/** Takes a key for itself and goes to an element; without one the key is left alone. */
export function focusBy(event, element) {
  if (!element) return;
  event.preventDefault();
  element.focus();
}

/** What ties an input to a ref, or to a field of something reactive. */
export function bound(to, name = 'value') {
  return { value: to[name], onInput: (event) => { to[name] = event.target.value; } };
}
