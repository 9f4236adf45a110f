// The one list of the console's addresses. The server serves the page for each of them.
import { h, shallowRef, markRaw, nextTick } from './dom.js';

const load = (name) => () => import(`./views/${name}.js`);

const routes = [
  { path: '/', name: 'overview', title: 'Overview', view: load('overview') },
  { path: '/timers', name: 'timers', title: 'Timers', view: load('timers') },
  { path: '/timers/new', name: 'timers', title: 'New timer', view: load('timer-form') },
  { path: '/timers/:groupId/:timerId', name: 'timers', title: ':timerId', view: load('timer') },
  { path: '/timers/:groupId/:timerId/edit', name: 'timers', title: 'Edit :timerId', view: load('timer-form') },
  { path: '/failed', name: 'failed', title: 'Failed', view: load('failed') },
  { path: '/groups', name: 'groups', title: 'Groups', view: load('groups') },
  { path: '/groups/:groupId', name: 'groups', title: 'Group :groupId', view: load('group') },
  { path: '/health-view', name: 'health', title: 'Health', view: load('health') },
  { path: '/api-view', name: 'api', title: 'API', view: load('api-reference') },
];

/** Where the console is: {name, params, query, view, failure}. */
export const route = shallowRef({ name: '', params: {}, query: {} });

export const href = {
  timers: (query = {}) => withQuery('/timers', query),
  timer: (t) => `/timers/${part(t.groupId)}/${part(t.timerId)}`,
  edit: (t) => `${href.timer(t)}/edit`,
  create: (query = {}) => withQuery('/timers/new', query),
  failed: (query = {}) => withQuery('/failed', query),
  group: (groupId) => `/groups/${part(groupId)}`,
};

const part = encodeURIComponent;

function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== '' && value != null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

function match(pathname) {
  const asked = pathname.split('/');
  for (const candidate of routes) {
    const parts = candidate.path.split('/');
    if (parts.length !== asked.length) continue;
    const params = {};
    const fits = parts.every((p, i) => (p.startsWith(':') ? ((params[p.slice(1)] = decode(asked[i])), asked[i]) : p === asked[i]));
    if (fits) return { candidate, params };
  }
  return null;
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

async function show() {
  const { pathname, search } = location;
  const found = match(pathname);
  if (!found) {
    route.value = { name: 'nowhere', params: {}, query: {}, path: pathname };
    document.title = 'Nothing here · Belfry';
    return;
  }
  const { candidate, params } = found;
  const next = { name: candidate.name, path: pathname, params, query: Object.fromEntries(new URLSearchParams(search)) };
  document.title = `${candidate.title.replace(/:(\w+)/g, (_, name) => params[name])} · Belfry`;
  try {
    const module = await candidate.view();
    next.view = markRaw(module.default);
  } catch (failure) {
    next.failure = failure;
  }
  if (location.pathname === pathname) route.value = next;
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
export function Link({ to }, { slots }) {
  return h('a', { href: to, onClick: follow }, slots.default?.());
}
Link.props = ['to'];

export function follow(event) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!plain || event.defaultPrevented) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute('href'));
}

export function start() {
  addEventListener('popstate', show);
  return show();
}
