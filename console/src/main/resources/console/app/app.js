// The frame around every view: the way between views, the theme, the state of the connection.
import { h, defineComponent, ref, watch } from './dom.js';
import { route, go, start, Link } from './router.js';
import { live, rates, listen, reconnect } from './sse.js';
import { now, span } from './time.js';
import { Icon, Button, Empty, Failure, Loading } from './ui.js';
import { Dialogs } from './dialog.js';
import { Toasts } from './toast.js';
import { onKeys, showKeys, startKeys } from './keys.js';
import { search } from './search.js';

const PLACES = [
  { name: 'overview', to: '/', label: 'Overview', key: 'o' },
  { name: 'timers', to: '/timers', label: 'Timers', key: 't' },
  { name: 'failed', to: '/failed', label: 'Failed', key: 'f' },
  { name: 'groups', to: '/groups', label: 'Groups', key: 'g' },
  { name: 'health', to: '/health-view', label: 'Health', key: 'h' },
  { name: 'api', to: '/api-view', label: 'API', key: 'a' },
];
const THEMES = { auto: { next: 'light', icon: 'auto', label: 'System theme' }, light: { next: 'dark', icon: 'sun', label: 'Light theme' }, dark: { next: 'auto', icon: 'moon', label: 'Dark theme' } };

const theme = ref(globalThis.belfryTheme.chosen());
const menu = ref(false);

function nextTheme() {
  theme.value = THEMES[theme.value].next;
  globalThis.belfryTheme.choose(theme.value);
}

function bindKeys() {
  startKeys();
  onKeys('/', 'find a timer, a group or a view', search);
  onKeys('n', 'new timer', () => go('/timers/new'));
  for (const { to, label, key } of PLACES) onKeys(`g ${key}`, `go to ${label}`, () => go(to));
  onKeys('t', 'change the theme', nextTheme);
}

function alarmCount() {
  const alarms = rates.latest?.alarms?.filter(({ severity }) => severity !== 'INFO') ?? [];
  if (!alarms.length) return null;
  return h('span', { class: ['count badge', alarms.some(({ severity }) => severity === 'ERROR') ? 'error' : 'warning'] },
    [alarms.length, h('span.hidden-text', alarms.length === 1 ? ' alarm' : ' alarms')]);
}

function Side() {
  const { icon, label } = THEMES[theme.value];
  return h('aside.side', { class: { open: menu.value }, 'aria-label': 'Console', id: 'side', onKeydown: (event) => { if (event.key === 'Escape') menu.value = false; } }, [
    h(Link, { to: '/', class: 'brand' }, () => [h('img', { src: '/favicon.svg', alt: '' }), 'Belfry']),
    h('button', { type: 'button', class: 'side-action find', onClick: search }, [h(Icon, { name: 'search' }), 'Find', h('kbd', '/')]),
    h('nav', { 'aria-label': 'Views' }, h('ul', PLACES.map((place) => h('li', h(Link, { to: place.to, 'aria-current': route.value.name === place.name ? 'page' : undefined },
      () => [h(Icon, { name: place.name }), place.label, place.name === 'overview' && alarmCount()]))))),
    h('div.side-foot', [
      h('button', { type: 'button', class: 'side-action', onClick: nextTheme }, [h(Icon, { name: icon }), label]),
      h('button', { type: 'button', class: 'side-action', onClick: showKeys }, [h(Icon, { name: 'keys' }), 'Keys', h('kbd', '?')]),
      h(Connection),
    ]),
  ]);
}

function Connection() {
  const words = { open: 'Live', connecting: 'Connecting…', lost: 'No connection' };
  return h('p', { class: ['connection', live.state], 'data-state': live.state }, [h('i.dot'), words[live.state]]);
}

function Top() {
  return h('header.top', [
    h(Button, { kind: 'quiet', icon: 'menu', label: 'Menu', 'aria-expanded': String(menu.value), 'aria-controls': 'side', onClick: () => { menu.value = !menu.value; } }),
    h(Link, { to: '/', class: 'brand' }, () => [h('img', { src: '/favicon.svg', alt: '' }), 'Belfry']),
    h(Button, { kind: 'quiet', icon: 'search', label: 'Find', onClick: search }),
  ]);
}

function Banner() {
  if (live.state !== 'lost') return null;
  return h('div.banner', { role: 'alert' }, [h(Icon, { name: 'failed' }),
    h('span.grow', [`${location.host} does not answer. `, h('span', { 'aria-hidden': 'true' }, `What you see is ${span(Math.max(1_000, now.value - live.since))} old. `), 'The console connects again by itself.']),
    h(Button, { small: true, onClick: reconnect }, () => 'Try now')]);
}

function View() {
  const { name, view, failure, path, params } = route.value;
  if (failure) return h(Failure, { problem: { message: 'This view could not be loaded: the server does not answer.' }, onAgain: () => location.reload() });
  if (name === 'nowhere') return h(Empty, { title: `There is nothing at ${path}` }, () => h(Link, { to: '/' }, () => 'Go to the overview'));
  if (!view) return h(Loading);
  return h(view, { key: path, ...params });
}

export const App = defineComponent({
  setup() {
    bindKeys();
    listen();
    start();
    watch(route, () => { menu.value = false; });
    return () => [
      h('a.skip', { href: '#view' }, 'Skip to the content'),
      h('div.frame', [
        h(Side),
        menu.value && h('div.scrim', { onClick: () => { menu.value = false; } }),
        h('div.main', [h(Top), h(Banner), h('main', { id: 'view', class: 'view', tabindex: -1 }, [h(View)])]),
      ]),
      h(Toasts),
      h(Dialogs),
    ];
  },
});
