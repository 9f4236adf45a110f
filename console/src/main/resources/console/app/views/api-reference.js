// The API as its OpenAPI document describes it, and a way to try each call.
import { h, reactive, ref, bound, api, useLoad, useSend, area, badge, button, card, copy, failure, field, head, loaded, narrow } from '../view.js';
import { withQuery } from '../url.js';
import { jsonView, mistakeIn } from '../json.js';
import { confirm } from '../dialog.js';

const TONES = { get: 'notice', post: 'ok', put: 'warning', patch: 'warning', delete: 'error' };
const DEEPEST = 4;
const LONGEST_ANSWER = 100_000;

export default {
  setup() {
    const document = useLoad(api.openApi);
    const wanted = ref('');
    return () => [
      head({ title: 'API', hint: 'Everything the console does, programs can do too.' }, ['yaml', 'json'].map((ending) => h('a.button', { href: `/openapi.${ending}`, download: `openapi.${ending}` }, `openapi.${ending}`))),
      loaded(document, (spec) => [
        h('div.prose', paragraphs(spec.info.description)),
        narrow('Find a call', wanted),
        spec.tags.map(({ name, description }) => {
          const calls = callsOf(spec).filter(({ call, path, method }) => call.tags?.includes(name) && `${method} ${path} ${call.summary}`.toLowerCase().includes(wanted.value.toLowerCase()));
          return calls.length > 0 && card({ key: name, title: name.charAt(0).toUpperCase() + name.slice(1), hint: description, flush: true }, calls.map((it) => h(Call, { key: it.call.operationId, it })));
        }),
      ], 12),
    ];
  },
};

/** Every call, with its parameters and the media type, schema and example of its body. */
function callsOf(spec) {
  return Object.entries(spec.paths).flatMap(([path, item]) => Object.keys(TONES).filter((method) => item[method]).map((method) => {
    const call = item[method];
    const [[type, { schema, examples = {} }]] = Object.entries(call.requestBody?.content ?? { '': {} });
    return { spec, path, method, call, type, schema, example: Object.values(examples)[0]?.value, parameters: [...(item.parameters ?? []), ...(call.parameters ?? [])].map((it) => resolved(spec, it)) };
  }));
}

function resolved(spec, node) {
  return node?.$ref ? resolved(spec, node.$ref.slice(2).split('/').reduce((at, name) => at?.[name], spec)) : node;
}

/** `code` in texts. */
const marked = (text = '') => h('span', text.split('`').map((part, i) => (i % 2 ? h('code', part) : part)));
const paragraphs = (text = '') => text.split(/\n\s*\n/).map((it) => h('p', marked(it)));
const section = (title, rows) => rows.length > 0 && h('div', [h('h4', title), h('ul.schema', rows.map((row) => h('li', row)))]);
const named = (name, about, isRequired, text) => [h('code', name), h('span.quiet', ` ${about}${isRequired ? ', required' : ''} `), marked(text)];

const Call = {
  props: ['it'],
  setup({ it }) {
    const { spec, path, method, call, schema, parameters } = it;
    const isOpen = ref(false);
    return () => h('div.call', [
      h('h3', h('button', { type: 'button', 'aria-expanded': String(isOpen.value), onClick: () => { isOpen.value = !isOpen.value; } }, [h('span.badge.method', { class: TONES[method] }, method.toUpperCase()), h('code', path), h('span.quiet', call.summary)])),
      isOpen.value && h('div.call-body', [
        h('div.stack', [
          h('div', paragraphs(call.description)),
          section('Parameters', parameters.map((one) => named(one.name, `in ${one.in}`, one.required, one.description))),
          section('Body', properties(spec, schema)),
          section('Answers', Object.entries(call.responses).map(([status, answer]) => [badge(status, status < 300 ? 'ok' : status < 500 ? 'warning' : 'error'), ' ', marked(resolved(spec, answer).description)])),
        ]),
        path === '/events' ? h('p.quiet', 'This call goes on for ever; the console itself listens to it. Try curl -N.') : h(TryIt, { it }),
      ]),
    ]);
  },
};

/** A row for each property of a schema, with those inside it. */
function properties(spec, schema, level = 0) {
  const it = merged(spec, schema);
  return level > DEEPEST ? [] : Object.entries(it.properties ?? {}).map(([name, property]) => {
    const inner = merged(spec, property);
    const rows = properties(spec, inner.items ?? inner, level + 1);
    return [named(name, kind(inner), it.required?.includes(name), inner.description), rows.length > 0 && h('ul.schema', rows.map((row) => h('li', row)))];
  });
}

/** A schema with what it refers to; of "this or null" the this. */
function merged(spec, schema) {
  const it = resolved(spec, schema) ?? {};
  const choice = it.oneOf?.find((option) => option.type !== 'null');
  return [...(it.allOf ?? []), choice].filter(Boolean).map((part) => merged(spec, part)).reduce((all, part) => ({ ...part, ...all, properties: { ...part.properties, ...all.properties } }), it);
}

function kind({ type = 'any value', format }) {
  const name = [type].flat().filter((it) => it !== 'null').join(' or ');
  return format ? `${name} (${format})` : name;
}

/** Sends the call to this very server. */
const TryIt = {
  props: ['it'],
  setup({ it: { path, method, call, type, example, parameters } }) {
    const values = reactive(Object.fromEntries(parameters.map((it) => [it.name, it.in === 'path' ? String(it.example ?? '') : ''])));
    const body = ref(example ? JSON.stringify(example, null, 2) : '');
    const answer = ref(null);
    const verb = method.toUpperCase();
    const given = (where) => Object.fromEntries(parameters.filter((it) => it.in === where && values[it.name]).map(({ name }) => [name, values[name]]));
    const address = () => withQuery(path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name])), given('query'));

    const sent = useSend(async () => {
      if (method === 'delete' && !(await confirm('Send this DELETE?', ['It goes to this very server: ', h('code', address())], 'Delete', 'danger'))) return;
      const started = performance.now();
      const { response: { status }, text } = await api.raw(verb, address(), { headers: { Accept: '*/*', ...(body.value && { 'Content-Type': type }), ...given('header') }, body: body.value || undefined });
      answer.value = { status, text, millis: Math.round(performance.now() - started) };
    });
    const result = ({ status, text, millis }) => h('div.stack', { role: 'status' }, [
      h('div.row', [badge(status, status < 300 ? 'ok' : 'error'), h('span.quiet', `${millis} ms`), text && copy(text)]),
      text && jsonView(text.slice(0, LONGEST_ANSWER)),
    ]);
    const id = (name) => `${call.operationId}-${name}`;
    return () => h('form.form.try', { onSubmit: sent.submit }, [
      h('h4', 'Try it'),
      parameters.map(({ name, required }) => field({ name: id(name), label: name, optional: !required, required, ...bound(values, name) })),
      type && field({ name: id('body'), label: `Body, ${type}`, error: body.value.trim() && mistakeIn(body.value)?.message, control: area, ...bound(body) }),
      h('div.row', [button('play', 'Send', undefined, 'primary', { type: 'submit', busy: sent.busy }), h('code.quiet.grow', `${verb} ${address()}`)]),
      failure(sent),
      answer.value && result(answer.value),
    ]);
  },
};
