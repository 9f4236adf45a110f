// Vue, with h('div.row') for an element with a class.
import * as vue from 'vue';

export * from 'vue';

const parts = new Map();

export function h(type, ...rest) {
  if (typeof type !== 'string' || !type.includes('.')) return vue.h(type, ...rest);
  if (!parts.has(type)) parts.set(type, type.split('.'));
  const [tag, ...classes] = parts.get(type);
  const hasProps = rest.length > 0 && rest[0]?.constructor === Object && !rest[0].__v_isVNode;
  const { class: more, ...props } = hasProps ? rest.shift() : {};
  return vue.h(tag, { ...props, class: [classes, more] }, ...rest);
}
