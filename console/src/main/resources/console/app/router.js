// The one list of the console's addresses. The server serves the page for each of them.
import { h, shallowRef, markRaw, nextTick } from './dom.js';
import { failedRun, path, withQuery } from './url.js';

/** A view; one with a key stands in the navigation, the others belong to a place there. */
const at = (address, title, view, key = '', place = view) => ({ address, title, place, key, load: () => import(`./views/${view}.js`),
  pattern: new RegExp(`^${address.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) });

export const routes = [
  at('/', 'Overview', 'overview', 'o'),
  at('/timers', 'Timers', 'timers', 't'),
  at('/timers/new', 'New timer', 'timer-form', '', 'timers'),
  at('/timers/:groupId/:timerId', ':timerId', 'timer', '', 'timers'),
  at('/timers/:groupId/:timerId/edit', 'Edit :timerId', 'timer-form', '', 'timers'),
  at('/failed', 'Failed', 'failed', 'f'),
  at('/history', 'History', 'settled', 'y'),
  at('/groups', 'Groups', 'groups', 'g'),
  at('/groups/:groupId', 'Group :groupId', 'group', '', 'groups'),
  at('/health-view', 'Health', 'health', 'h'),
  at('/api-view', 'API', 'api-reference', 'a', 'api'),
];

/** Where the console is: {place, address, params, query, view, failure}. */
export const route = shallowRef({ params: {}, query: {} });

const timerPath = ({ groupId, timerId }) => path`/timers/${groupId}/${timerId}`;

export const href = {
  timers: (query) => withQuery('/timers', query),
  timer: (timer) => withQuery(timerPath(timer), { scheduledFor: failedRun(timer) }),
  edit: (timer) => `${timerPath(timer)}/edit`,
  create: (query) => withQuery('/timers/new', query),
  failed: (query) => withQuery('/failed', query),
  settled: (query) => withQuery('/history', query),
  group: (groupId) => path`/groups/${groupId}`,
};

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

async function show() {
  const { pathname: address, search } = location;
  const found = routes.find(({ pattern }) => pattern.test(address)) ?? { title: 'Nothing here' };
  const params = Object.fromEntries(Object.entries(found.pattern?.exec(address).groups ?? {}).map(([name, text]) => [name, decode(text)]));
  const next = { place: found.place, address, params, query: Object.fromEntries(new URLSearchParams(search)) };
  document.title = `${found.title.replace(/:(\w+)/g, (_, name) => params[name])} · Belfry`;
  try {
    next.view = markRaw((await found.load?.())?.default ?? {});
  } catch (failure) {
    next.failure = failure;
  }
  if (location.pathname === address) route.value = next;
}

/** Goes to an address; `replace` leaves no step in the history, as for a filter that is typed. */
export async function go(address, { replace = false } = {}) {
  const samePath = new URL(address, location.href).pathname === location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  await show();
  if (samePath) return;
  scrollTo(0, 0);
  await nextTick();
  document.querySelector('#view')?.focus({ preventScroll: true });
}

/** A link inside the console: an ordinary one for whoever wants a new tab. */
export const link = (to, content, more) => h('a', { href: to, onClick: follow, ...more }, content);

function follow(event) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plain || event.defaultPrevented) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute('href'));
}

export function start() {
  addEventListener('popstate', show);
  return show();
}
