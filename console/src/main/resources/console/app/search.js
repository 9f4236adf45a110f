// Finds timers by id or correlation id in every group, groups and views, while somebody types.
import { h, ref, shallowRef, watch, onUnmounted, bound, api, go, href, routes, icon, stateBadge, relativeTime } from './view.js';
import { ask, isOpen } from './dialog.js';

const PAUSE_MILLIS = 120;
const MOST_GROUPS = 50;
const MOST_HITS = 5;

export async function search() {
  if (isOpen()) return;
  const address = await ask('Find', Search);
  if (address) go(address);
}

const Search = {
  props: ['close'],
  setup({ close }) {
    const text = ref('');
    const hits = shallowRef(views(''));
    const at = ref(0);
    const busy = ref(false);
    let waiting = null, control = null;
    const stop = () => { clearTimeout(waiting); control?.abort(); };
    onUnmounted(stop);

    watch(text, (value) => {
      const wanted = value.trim();
      at.value = 0;
      hits.value = views(wanted);
      stop();
      if (wanted) waiting = setTimeout(() => look(wanted), PAUSE_MILLIS);
    });

    async function look(wanted) {
      control = new AbortController();
      const { signal } = control;
      busy.value = true;
      const found = await everywhere(wanted, signal).catch(() => []); // the banner says that the server is away
      if (signal.aborted) return;
      hits.value = [...found, ...views(wanted)];
      busy.value = false;
    }

    function press(event) {
      const { length } = hits.value;
      const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
      if (step === undefined || !length) return;
      event.preventDefault();
      if (step) at.value = (at.value + step + length) % length;
      else close(hits.value[at.value].to);
    }

    return () => h('div.search', [
      h('input', { autofocus: true, placeholder: 'Timer id, group/id, correlation id, group or view', 'aria-label': 'Find', autocomplete: 'off', spellcheck: false,
        role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'hits', 'aria-activedescendant': hits.value.length ? `hit-${at.value}` : undefined,
        ...bound(text), onKeydown: press }),
      h('ul', { id: 'hits', role: 'listbox', 'aria-label': 'Found' }, hits.value.map(({ name, label, hint, to, timer }, i) =>
        h('li', { key: name + to, id: `hit-${i}`, role: 'option', 'aria-selected': String(i === at.value), onClick: () => close(to), onMousemove: () => { at.value = i; } }, [
          icon(name), h('span.hit', [h('b', label), h('span.quiet', hint)]), timer && [relativeTime(timer.nextAttemptAt), stateBadge(timer.state)]]))),
      !hits.value.length && h('p.quiet', busy.value ? 'Looking…' : 'No timer has this id or correlation id, and no group or view this name.'),
    ]);
  },
};

function views(wanted) {
  return routes.filter(({ title, address }) => !address.includes(':') && title.toLowerCase().includes(wanted.toLowerCase())).map(({ title, address }) => ({ name: 'right', label: title, to: address }));
}

async function everywhere(wanted, signal) {
  const groups = (await api.groups()).map(({ groupId }) => groupId);
  const [, group, id] = /^([a-z0-9._-]+)\/(.+)$/.exec(wanted) ?? [];
  const byId = async (groupId, timerId) => [hitOf(await api.timer({ groupId, timerId }, signal), `in ${groupId}`)];
  const byCorrelation = async (groupId) => {
    if (!/^[\x20-\x7e]+$/.test(wanted)) return [];
    const { timers } = await api.timers(groupId, { correlationId: wanted, limit: MOST_HITS }, signal);
    return timers.map((timer) => hitOf(timer, `in ${groupId}, correlation id ${wanted}`));
  };
  const asked = groups.slice(0, MOST_GROUPS);
  const looks = [...(groups.includes(group) ? [byId(group, id)] : []), ...asked.map((groupId) => byId(groupId, wanted)), ...asked.map(byCorrelation)];
  const found = await Promise.all(looks.map((look) => look.catch(() => [])));
  const named = groups.filter((groupId) => groupId.includes(wanted)).slice(0, MOST_HITS);
  return [...new Map(found.flat().map((hit) => [hit.to, hit])).values(), ...named.map((groupId) => ({ name: 'groups', label: groupId, hint: 'group', to: href.group(groupId) }))];
}

const hitOf = (timer, hint) => ({ name: 'timers', label: timer.timerId, hint, timer, to: href.timer(timer) });
