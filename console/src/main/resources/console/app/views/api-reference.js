// The API as openapi.yaml describes it, and a way to try each call.
import { h, defineComponent, reactive, ref, shallowRef } from '../dom.js';
import { api } from '../api.js';
import { parse } from '../yaml.js';
import { Badge, Button, Card, Copy, Failure, Head, Input, Loaded, useLoad } from '../ui.js';
import { JsonView, mistakeIn } from '../json.js';
import { confirm } from '../dialog.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const TONES = { get: 'notice', post: 'ok', put: 'warning', patch: 'warning', delete: 'error' };
const DEEPEST = 4;

export default defineComponent({
  setup() {
    const document = useLoad(async () => parse(await api.openApi()));
    const wanted = ref('');
    return () => [
      h(Head, { title: 'API', hint: 'Everything the console does, programs can do too.' }, () => h('a.button', { href: '/openapi.yaml', download: 'openapi.yaml' }, 'openapi.yaml')),
      h(Loaded, { from: document, lines: 12 }, (spec) => [
        h('div.prose', paragraphs(spec.info.description)),
        h('input', { type: 'search', 'aria-label': 'Find a call', placeholder: 'Find a call', class: 'narrow', value: wanted.value, onInput: (event) => { wanted.value = event.target.value; } }),
        spec.tags.map((tag) => section(spec, tag, wanted.value.toLowerCase())),
      ]),
    ];
  },
});

function section(spec, tag, wanted) {
  const calls = callsOf(spec).filter(({ call, path, method }) => call.tags?.includes(tag.name) && `${method} ${path} ${call.summary}`.toLowerCase().includes(wanted));
  if (!calls.length) return null;
  return h(Card, { key: tag.name, title: tag.name.charAt(0).toUpperCase() + tag.name.slice(1), hint: tag.description, flush: true }, () => calls.map((it) => h(Call, { key: it.call.operationId, spec, ...it })));
}

function callsOf(spec) {
  return Object.entries(spec.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({
    path, method, call: item[method], parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map((it) => resolved(spec, it)) })));
}

function resolved(spec, node) {
  if (!node?.$ref) return node;
  return resolved(spec, node.$ref.slice(2).split('/').reduce((at, name) => at?.[name], spec));
}

const paragraphs = (text) => (text ?? '').split(/\n\s*\n/).map((it) => h('p', marked(it)));
/** `code` in texts. */
const marked = (text) => text.split('`').map((part, i) => (i % 2 ? h('code', part) : part));

const Call = defineComponent({
  props: ['spec', 'path', 'method', 'call', 'parameters'],
  setup(props) {
    const isOpen = ref(false);
    return () => h('div.call', [
      h('h3', h('button', { type: 'button', 'aria-expanded': String(isOpen.value), onClick: () => { isOpen.value = !isOpen.value; } }, [
        h('span', { class: ['badge method', TONES[props.method]] }, props.method.toUpperCase()), h('code', props.path), h('span.quiet', props.call.summary)])),
      isOpen.value && h('div.call-body', [
        h('div.stack', [
          h('div', paragraphs(props.call.description)),
          props.parameters.length > 0 && h('div', [h('h4', 'Parameters'), h('ul.schema', props.parameters.map((it) => h('li', [h('code', it.name), h('span.quiet', ` in ${it.in}${it.required ? ', required' : ''} `), h('span', marked(it.description ?? ''))])))]),
          requestSchema(props) && h('div', [h('h4', 'Body'), h(Schema, { spec: props.spec, schema: requestSchema(props) })]),
          h('div', [h('h4', 'Answers'), h('ul.schema', Object.entries(props.call.responses).map(([status, it]) => h('li', [h(Badge, { tone: status < 300 ? 'ok' : status < 500 ? 'warning' : 'error' }, () => status), ' ', h('span', marked(resolved(props.spec, it).description ?? ''))])))]),
        ]),
        h(TryIt, props),
      ]),
    ]);
  },
});

function requestSchema({ call }) {
  return Object.values(call.requestBody?.content ?? {})[0]?.schema;
}

function Schema({ spec, schema, level = 0 }) {
  const it = merged(spec, schema);
  if (!it.properties || level > DEEPEST) return null;
  return h('ul.schema', Object.entries(it.properties).map(([name, property]) => {
    const inner = merged(spec, property);
    return h('li', { key: name }, [h('code', name), h('span.quiet', ` ${kind(inner)}${it.required?.includes(name) ? ', required' : ''} `), h('span', marked(inner.description ?? '')),
      h(Schema, { spec, schema: inner.items ?? inner, level: level + 1 })]);
  }));
}
Schema.props = ['spec', 'schema', 'level'];

/** A schema with what it refers to; of "this or null" the this. */
function merged(spec, schema) {
  const it = resolved(spec, schema) ?? {};
  const choice = it.oneOf?.find((option) => option.type !== 'null') ?? null;
  return [...(it.allOf ?? []), ...(choice ? [choice] : [])].map((part) => merged(spec, part)).reduce((all, part) => ({ ...part, ...all, properties: { ...part.properties, ...all.properties } }), it);
}

function kind({ type, format, $ref }) {
  const name = Array.isArray(type) ? type.filter((it) => it !== 'null').join(' or ') : type ?? ($ref ? 'object' : 'any value');
  return format ? `${name} (${format})` : name;
}

/** Sends the call to this very server. */
const TryIt = defineComponent({
  props: ['spec', 'path', 'method', 'call', 'parameters'],
  setup(props) {
    const [type, media] = Object.entries(props.call.requestBody?.content ?? {})[0] ?? [];
    const example = Object.values(media?.examples ?? {})[0]?.value;
    const values = reactive(Object.fromEntries(props.parameters.map((it) => [it.name, it.in === 'path' ? String(it.example ?? '') : ''])));
    const body = ref(example ? JSON.stringify(example, null, 2) : '');
    const answer = shallowRef(null);
    const problem = shallowRef(null);
    const busy = ref(false);
    const isStream = props.path === '/events';

    function address() {
      const path = props.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
      const query = props.parameters.filter((it) => it.in === 'query' && values[it.name]).map((it) => [it.name, values[it.name]]);
      return query.length ? `${path}?${new URLSearchParams(query)}` : path;
    }
    async function send(event) {
      event.preventDefault();
      if (props.method === 'delete' && !(await confirm('Send this DELETE?', ['It goes to this very server: ', h('code', address())], { verb: 'Delete', danger: true }))) return;
      const headers = Object.fromEntries(props.parameters.filter((it) => it.in === 'header' && values[it.name]).map((it) => [it.name, values[it.name]]));
      if (type && body.value) headers['Content-Type'] = type;
      busy.value = true;
      problem.value = null;
      try {
        answer.value = await api.raw(props.method.toUpperCase(), address(), headers, type ? body.value : undefined);
      } catch {
        problem.value = { message: 'The server does not answer.' };
      }
      busy.value = false;
    }
    const id = (name) => `${props.call.operationId}-${name}`;
    return () => isStream ? h('p.quiet', 'This call goes on for ever; the console itself listens to it. Try curl -N.') : h('form.form.try', { onSubmit: send }, [
      h('h4', 'Try it'),
      props.parameters.map((it) => h(Input, { key: it.name, name: id(it.name), label: it.name, optional: !it.required, required: it.required, value: values[it.name], onInput: (text) => { values[it.name] = text; } })),
      type && h(Input, { name: id('body'), area: true, label: `Body, ${type}`, error: body.value.trim() && mistakeIn(body.value) ? `No JSON: ${mistakeIn(body.value).message}.` : '', value: body.value, onInput: (text) => { body.value = text; } }),
      h('div.row', [h(Button, { type: 'submit', kind: 'primary', busy: busy.value, icon: 'play' }, () => 'Send'), h('code.quiet.grow', `${props.method.toUpperCase()} ${address()}`)]),
      problem.value && h(Failure, { problem: problem.value }),
      answer.value && h('div.stack', { role: 'status' }, [
        h('div.row', [h(Badge, { tone: answer.value.status < 300 ? 'ok' : 'error' }, () => answer.value.status), h('span.quiet', `${Math.round(answer.value.millis)} ms`), answer.value.text && h(Copy, { text: answer.value.text })]),
        answer.value.text && h(JsonView, { text: answer.value.text.slice(0, 100_000) }),
      ]),
    ]);
  },
});
