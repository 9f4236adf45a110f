// The frame around every view: the way between views, the theme, the state of the connection.
import { h, ref, watch } from './dom.js';
import { route, routes, go, start, link } from './router.js';
import { live, rates, listen, reconnect } from './sse.js';
import { now } from './time.js';
import { span } from './figures.js';
import { icon, badge, button, empty, failure, loading } from './ui.js';
import { Dialogs } from './dialog.js';
import { Toasts } from './toast.js';
import { onKeys, showKeys, startKeys } from './keys.js';
import { search } from './search.js';
import { caller, stranger, may, recognise, signOut, SignIn } from './caller.js';

const PLACES = routes.filter(({ key }) => key);
/** Of each theme: the next one, its icon, its name. */
const THEMES = { auto: ['light', 'auto', 'System theme'], light: ['dark', 'sun', 'Light theme'], dark: ['auto', 'moon', 'Dark theme'] };
/** Of each state of the connection: its tone, and words. */
const CONNECTION = { open: ['ok', 'Live'], connecting: ['', 'Connecting…'], lost: ['error', 'No connection'] };

const theme = ref(globalThis.belfryTheme.chosen());
const menu = ref(false);
const closeMenu = () => { menu.value = false; };

function nextTheme() {
  [theme.value] = THEMES[theme.value];
  globalThis.belfryTheme.choose(theme.value);
}

function bindKeys() {
  startKeys();
  onKeys('/', 'find a timer, a group or a view', search);
  onKeys('n', 'new timer', () => may('write') && go('/timers/new'));
  for (const { address, title, key } of PLACES) onKeys(`g ${key}`, `go to ${title}`, () => go(address));
  onKeys('t', 'change the theme', nextTheme);
}

function alarmCount() {
  const severities = (rates.latest?.alarms ?? []).map(({ severity }) => severity).filter((it) => it !== 'INFO');
  const { length } = severities;
  return length > 0 && badge([length, h('span.hidden-text', length === 1 ? ' alarm' : ' alarms')], severities.includes('ERROR') ? 'error' : 'warning');
}

const brand = () => link('/', [h('img', { src: '/favicon.svg', alt: '' }), 'Belfry'], { class: 'brand' });
const action = (name, text, key, onClick, style) => h('button.side-action', { type: 'button', class: style, onClick }, [icon(name), text, key && h('kbd', key)]);

function Side() {
  const [, themeIcon, themeName] = THEMES[theme.value];
  const [tone, words] = CONNECTION[live.state];
  return h('aside.side', { class: { open: menu.value }, 'aria-label': 'Console', id: 'side', onKeydown: (event) => event.key === 'Escape' && closeMenu() }, [
    brand(),
    action('search', 'Find', '/', search, 'find'),
    h('nav', { 'aria-label': 'Views' }, h('ul', PLACES.map(({ address, title, place }) => h('li', link(address, [icon(place), title, place === 'overview' && alarmCount()],
      { class: 'side-action', 'aria-current': route.value.place === place ? 'page' : undefined }))))),
    h('div.side-foot', [
      action(themeIcon, themeName, '', nextTheme),
      action('keys', 'Keys', '?', showKeys),
      caller.value.authentication && [action('close', 'Sign out', '', signOut), h('p.connection.quiet', `${caller.value.name} · ${caller.value.role}`)],
      h('p.connection.quiet', { class: tone, 'data-state': live.state }, [h('i.dot'), words]),
    ]),
  ]);
}

function Top() {
  return h('header.top', [
    button('menu', '', () => { menu.value = !menu.value; }, 'quiet', { label: 'Menu', 'aria-expanded': String(menu.value), 'aria-controls': 'side' }),
    brand(),
    button('search', '', search, 'quiet', { label: 'Find' }),
  ]);
}

function Insecure() {
  if (!(rates.latest?.alarms ?? []).some(({ code }) => code === 'INSECURE')) return null;
  return h('div.banner.warning', { role: 'status' }, [icon('failed'),
    h('span.grow', [h('strong', 'INSECURE: '), 'other machines reach this server without a lock, as http.insecure allows.'])]);
}

function Banner() {
  if (live.state !== 'lost') return null;
  return h('div.banner.warning', { role: 'alert' }, [icon('failed'),
    h('span.grow', [`${location.host} does not answer. `, h('span', { 'aria-hidden': 'true' }, `What you see is ${span(Math.max(1_000, now.value - live.since))} old. `), 'The console connects again by itself.']),
    button('', 'Try now', reconnect, 'small')]);
}

function View() {
  const { place, view, failure: problem, address, params } = route.value;
  if (problem) return failure({ problem: { message: 'This view could not be loaded: the server does not answer.' }, again: () => location.reload() });
  if (!view) return loading();
  if (!place) return empty('bell', `There is nothing at ${address}`, link('/', 'Go to the overview'));
  return h(view, { key: address, ...params });
}

function Frame() {
  return h('div.frame', [
    h(Side),
    menu.value && h('div.scrim', { onClick: closeMenu }),
    h('div.main', [h(Top), h(Banner), h(Insecure), h('main.view', { id: 'view', tabindex: -1 }, [h(View)])]),
  ]);
}

export const App = {
  setup() {
    bindKeys();
    start();
    recognise();
    watch(caller, (known) => known && listen(), { once: true });
    watch(route, closeMenu);
    return () => [
      h('a.skip', { href: '#view' }, 'Skip to the content'),
      stranger.value ? h(SignIn) : caller.value ? h(Frame) : loading(),
      h(Toasts),
      h(Dialogs),
    ];
  },
};
