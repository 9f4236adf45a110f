// JSON as text. A payload goes through Belfry byte for byte; JSON.parse would turn 1.10 into 1.1 and round large numbers, so
// that this module reads the text itself.
import { h } from './dom.js';

const TOKEN = /\s+|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}[\],:])/y;
const MAX_DEPTH = 500;

/** The place and the reason why a text is no JSON. */
export class JsonMistake extends Error {
  constructor(text, at, reason) {
    const before = text.slice(0, at).split('\n');
    super(`line ${before.length}, column ${before.at(-1).length + 1}: ${reason}`);
    this.at = at;
  }
}

function* tokens(text) {
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new JsonMistake(text, at, surprise(text, at));
    const [all, string, number, word] = found;
    if (all.trim()) yield { text: all, at, kind: string ? 'string' : number ? 'number' : word ? 'word' : all };
    at += all.length;
  }
}

function surprise(text, at) {
  if (text[at] === '"') return 'this text does not end, or has a character that must be escaped';
  if (text[at] === "'") return "texts stand in double quotes, not in '";
  const word = /^[\w.+-]+/.exec(text.slice(at))?.[0];
  return word ? `'${word}' is no JSON value` : `'${String.fromCodePoint(text.codePointAt(at))}' does not belong here`;
}

/** Reads a text and tells a listener each piece: (token, depth, role), role one of open, close, key, colon, comma, value. */
function walk(text, listener) {
  const all = tokens(text);
  let token = next();
  value(0);
  if (token) throw new JsonMistake(text, token.at, 'there is more after the end');

  function next() {
    const { value: found, done } = all.next();
    return done ? null : found;
  }
  function take(depth, role) {
    const taken = token;
    token = next();
    listener(taken, depth, role);
  }
  function fail(reason) {
    throw new JsonMistake(text, token?.at ?? text.length, token ? reason : 'the text ends too early');
  }
  function value(depth) {
    if (depth > MAX_DEPTH) fail('this is nested too deeply');
    if (token?.kind === '{') list(depth, '}', () => {
      if (token?.kind !== 'string') fail('a name in double quotes is expected');
      take(depth + 1, 'key');
      if (token?.kind !== ':') fail("':' is expected");
      take(depth + 1, 'colon');
      value(depth + 1);
    });
    else if (token?.kind === '[') list(depth, ']', () => value(depth + 1));
    else if (['string', 'number', 'word'].includes(token?.kind)) take(depth, 'value');
    else fail('a value is expected');
  }
  function list(depth, end, item) {
    take(depth, 'open');
    if (token?.kind !== end) {
      item();
      while (token?.kind === ',') {
        take(depth + 1, 'comma');
        item();
      }
    }
    if (token?.kind !== end) fail(`',' or '${end}' is expected`);
    take(depth, 'close');
  }
}

/** Why the text is no JSON, or null. */
export function mistakeIn(text) {
  try {
    walk(text, () => {});
    return null;
  } catch (mistake) {
    if (mistake instanceof JsonMistake) return mistake;
    throw mistake;
  }
}

/** The pieces of a pretty print: [class, text] pairs. */
function pieces(text) {
  const out = [];
  let former = '';
  walk(text, (token, depth, role) => {
    const line = () => out.push(['', `\n${'  '.repeat(depth)}`]);
    if (role === 'close' ? former !== 'open' : former === 'open' || former === 'comma') line();
    out.push([role === 'value' ? `j-${token.kind}` : role === 'key' ? 'j-key' : '', token.text + (role === 'colon' ? ' ' : '')]);
    former = role;
  });
  return out;
}

export const pretty = (text) => pieces(text).map(([, piece]) => piece).join('');

/** A JSON text, indented and coloured. What is no JSON is shown as it is. */
export function JsonView({ text }) {
  if (mistakeIn(text)) return h('pre.code', { tabindex: 0 }, text);
  return h('pre.code', { tabindex: 0 }, pieces(text).map(([style, piece]) => (style ? h('span', { class: style }, piece) : piece)));
}
JsonView.props = ['text'];

/** The text of one field of an object, byte for byte. */
export function fieldText(text, name) {
  let from = -1, found = null, wanted = false;
  walk(text, (token, depth, role) => {
    if (depth === 1 && role === 'key') wanted = JSON.parse(token.text) === name;
    else if (depth === 1 && wanted && role !== 'colon' && role !== 'comma') {
      if (from < 0) from = token.at;
      if (role !== 'open') {
        found = text.slice(from, token.at + token.text.length);
        wanted = false;
      }
    }
  });
  return found;
}
