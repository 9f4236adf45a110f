// Who looks at the console, and what may be offered to them. The server decides; this only keeps buttons away that would be refused.
import { h, computed, ref, shallowRef, bound } from './dom.js';
import { api, whenStranger } from './api.js';
import { useSend } from './load.js';
import { button, failure, field } from './ui.js';

const ROLES = ['read', 'write', 'operate', 'admin'];

/** {name, role, groups, authentication}; null as long as nobody is known. */
export const caller = shallowRef(null);

/** Whether the server has said that it knows nobody here. */
export const stranger = ref(false);

export const may = (role) => ROLES.indexOf(caller.value?.role) >= ROLES.indexOf(role);
/** The same in all groups. */
export const mayEverywhere = (role) => may(role) && caller.value.groups.includes('*');

whenStranger(() => { stranger.value = true; });
const take = (known) => { caller.value = known; stranger.value = false; };

/** Asks who the server takes us for; a server that does not answer is asked again by whoever needs it. */
export async function recognise() {
  try {
    take(await api.session());
  } catch (problem) {
    if (problem.status !== 401) setTimeout(recognise, 2_000);
  }
}

export async function signOut() {
  await api.signOut();
  location.reload();
}

export const SignIn = {
  setup() {
    const key = ref('');
    const form = useSend(async () => take(await api.signIn(key.value.trim())));
    const refused = computed(() => (form.problem?.status === 401 ? 'This is no key of this server, or it is over.' : ''));
    return () => h('main.sign-in', { id: 'view' }, h('form.card', { novalidate: true, onSubmit: form.submit }, [
      h('h1', [h('img', { src: '/favicon.svg', alt: '' }), 'Belfry']),
      field({ name: 'key', label: 'API key', type: 'password', autofocus: true, placeholder: 'bf_…', error: refused.value,
        hint: 'It is exchanged for a session of twelve hours and kept nowhere.', ...bound(key) }),
      !refused.value && failure(form),
      button('', 'Sign in', undefined, 'primary', { type: 'submit', busy: form.busy, disabled: !key.value.trim() }),
    ]));
  },
};
