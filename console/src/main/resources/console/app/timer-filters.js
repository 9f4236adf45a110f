// What narrows a list of timers. It stands in the address a moment after it was typed.
import { h, reactive, watch, onUnmounted, route, field, understood } from './view.js';
import { groupChoice, choiceHint } from './timer-list.js';

const TYPING_MILLIS = 350;
const NAMES = ['from', 'until', 'correlation', 'prefix'];
const instantOf = (text) => (text ? understood(text)?.toISOString() : undefined);

/** What the server is asked for, of what stands in the address. */
export const filterOf = ({ from, until, correlation, prefix }) => ({ from: instantOf(from), until: instantOf(until), correlationId: correlation, idPrefix: prefix });

/**
 * `change(part)` puts a part of the filter into the address; `from` and `until` are examples of what can be typed. More fields come from the
 * slot. The slot `matching` acts on all that match: it is there only when all that was typed is what the server is asked for.
 */
export const TimerFilters = {
  props: ['change', 'groups', 'groupId', 'from', 'until'],
  setup(props, { slots }) {
    const typed = reactive({});
    let waiting = null;
    let known = null;
    const forget = () => { clearTimeout(waiting); waiting = null; };
    const textOf = (query) => JSON.stringify(NAMES.map((name) => query[name] ?? ''));
    onUnmounted(forget);
    // Until it stands in the address, the address knows less than was typed, unless somebody else has changed it.
    watch(() => route.value.query, (query) => {
      if (waiting && textOf(query) === known) return;
      forget();
      known = textOf(query);
      for (const name of NAMES) typed[name] = query[name];
    }, { immediate: true });
    const apply = () => { waiting = null; known = textOf(typed); props.change({ ...typed }); };
    const filter = (name, label, placeholder, error) => field({ name, label, placeholder, error, value: typed[name] ?? '', onInput: ({ target: { value } }) => {
      typed[name] = value;
      clearTimeout(waiting);
      waiting = setTimeout(apply, TYPING_MILLIS);
    } });
    const isStrange = (name) => Boolean(typed[name] && !understood(typed[name]));
    const when = (name, label) => filter(name, label, props[name], isStrange(name) ? `Such as ${props[name].replace(/, (?=[^,]*$)/, ' or ')}.` : '');
    const isAsked = () => textOf(typed) === textOf(route.value.query) && !isStrange('from') && !isStrange('until');
    return () => [h('div.filters', [
      field({ name: 'group', label: 'Group', hint: choiceHint(props.groups), control: (box) => groupChoice(props.groups, props.groupId, (group) => props.change({ group }), box) }),
      slots.default?.(), when('from', 'From'), when('until', 'Until'), filter('prefix', 'Id begins with', 'any'), filter('correlation', 'Correlation id', 'any'),
    ]), isAsked() && slots.matching?.()];
  },
};
