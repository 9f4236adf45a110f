// Finds timers by id or correlation id in every group, groups and views, while somebody types.
import { h, defineComponent, ref, shallowRef, onUnmounted } from './dom.js';
import { api } from './api.js';
import { ask } from './dialog.js';
import { go, href } from './router.js';
import { Badge, Icon } from './ui.js';
import { Instant } from './time.js';

const PAUSE_MILLIS = 120;
const MOST_GROUPS = 50;
const MOST_HITS = 5;
const VIEWS = [['Overview', '/'], ['Timers', '/timers'], ['New timer', '/timers/new'], ['Failed timers', '/failed'], ['Groups', '/groups'], ['Health', '/health-view'], ['API', '/api-view']];

let shownAlready = false;

export async function search() {
  if (shownAlready) return;
  shownAlready = true;
  const address = await ask('Find', (close) => h(Search, { close }));
  shownAlready = false;
  if (address) go(address);
}

const Search = defineComponent({
  props: ['close'],
  setup(props) {
    const text = ref('');
    const hits = shallowRef(views(''));
    const at = ref(0);
    const busy = ref(false);
    let groups = null, waiting = null, control = null;

    onUnmounted(() => { clearTimeout(waiting); control?.abort(); });

    function type(value) {
      text.value = value;
      at.value = 0;
      hits.value = views(value);
      clearTimeout(waiting);
      control?.abort();
      if (value.trim()) waiting = setTimeout(() => look(value.trim()), PAUSE_MILLIS);
    }

    async function look(wanted) {
      control = new AbortController();
      const { signal } = control;
      busy.value = true;
      try {
        groups ??= (await api.groups()).map(({ groupId }) => groupId);
        const found = await everywhere(wanted, groups, signal);
        if (!signal.aborted) hits.value = [...found, ...views(wanted)];
      } catch { /* the banner says that the server is away */ } finally {
        if (!signal.aborted) busy.value = false;
      }
    }

    function press(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        at.value = (at.value + step + hits.value.length) % Math.max(hits.value.length, 1);
      } else if (event.key === 'Enter' && hits.value[at.value]) {
        event.preventDefault();
        props.close(hits.value[at.value].to);
      }
    }

    return () => h('div.search', [
      h('input', { type: 'text', autofocus: true, placeholder: 'Timer id, group/id, correlation id, group or view', 'aria-label': 'Find', autocomplete: 'off', spellcheck: false,
        role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'hits', 'aria-activedescendant': hits.value.length ? `hit-${at.value}` : undefined,
        value: text.value, onInput: (event) => type(event.target.value), onKeydown: press }),
      h('ul', { id: 'hits', role: 'listbox', 'aria-label': 'Found' }, hits.value.map((hit, i) =>
        h('li', { key: hit.kind + hit.to, id: `hit-${i}`, role: 'option', 'aria-selected': String(i === at.value), onClick: () => props.close(hit.to), onMousemove: () => { at.value = i; } }, [
          h(Icon, { name: hit.icon }), h('span.hit', [h('b', hit.label), hit.hint && h('span.quiet', hit.hint)]),
          hit.at && h(Instant, { at: hit.at, how: 'relative' }), hit.state && h(Badge, { state: hit.state })]))),
      !hits.value.length && h('p.quiet.search-none', busy.value ? 'Looking…' : 'No timer has this id or correlation id, and no group or view this name.'),
    ]);
  },
});

function views(wanted) {
  const words = wanted.trim().toLowerCase();
  return VIEWS.filter(([label]) => label.toLowerCase().includes(words)).map(([label, to]) => ({ kind: 'view', icon: 'right', label, to }));
}

async function everywhere(wanted, groups, signal) {
  const [, group, id] = /^([a-z0-9._-]+)\/(.+)$/.exec(wanted) ?? [];
  const named = groups.filter((groupId) => groupId.includes(wanted)).slice(0, MOST_HITS);
  const asked = groups.slice(0, MOST_GROUPS);
  const found = await Promise.all([
    ...(groups.includes(group) ? [byId(group, id, signal)] : []),
    ...asked.map((groupId) => byId(groupId, wanted, signal)),
    ...asked.map((groupId) => byCorrelation(groupId, wanted, signal)),
  ]);
  const timers = new Map(found.flat().map((hit) => [hit.to, hit]));
  return [...timers.values(), ...named.map((groupId) => ({ kind: 'group', icon: 'groups', label: groupId, hint: 'group', to: href.group(groupId) }))];
}

async function byId(groupId, timerId, signal) {
  try {
    return [hitOf(await api.timer({ groupId, timerId }, signal), `in ${groupId}`)];
  } catch { return []; }
}

async function byCorrelation(groupId, correlationId, signal) {
  if (!/^[\x20-\x7e]+$/.test(correlationId)) return [];
  try {
    const { timers } = await api.timers(groupId, { correlationId, limit: MOST_HITS }, signal);
    return timers.map((timer) => hitOf(timer, `in ${groupId}, correlation id ${correlationId}`));
  } catch { return []; }
}

const hitOf = (timer, hint) => ({ kind: 'timer', icon: 'timers', label: timer.timerId, hint, at: timer.nextAttemptAt, state: timer.state, to: href.timer(timer) });
