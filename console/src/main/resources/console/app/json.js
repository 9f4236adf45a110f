// JSON as text. A payload goes through Belfry byte for byte; JSON.parse would turn 1.10 into 1.1 and round large numbers, so
// that this module reads the text itself.
import { h } from './dom.js';
import { code } from './ui.js';

const TOKEN = /[ \t\r\n]+|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|[{}[\],:]/y;
const ENDS = { '{': '}', '[': ']' };
/** What a piece is where something is wanted: by its kind. */
const ROLES = { value: { '{': 'open', '[': 'open', string: 'string', number: 'number', word: 'word' }, key: { string: 'key' }, colon: { ':': 'colon' }, comma: { ',': 'comma' } };
const WANTED = { value: 'a value is expected', key: 'a name in double quotes is expected', colon: "':' is expected" };

/** The place and the reason why a text is no JSON. */
class JsonMistake extends Error {
  constructor(text, at, reason) {
    const before = text.slice(0, at).split('\n');
    super(`No JSON: line ${before.length}, column ${before.at(-1).length + 1}: ${reason}.`);
    this.at = at;
  }
}

function surprise(rest) {
  if (rest[0] === '"') return 'this text does not end, or has a character that must be escaped';
  if (rest[0] === "'") return "texts stand in double quotes, not in '";
  const word = /^[\w.+-]+/.exec(rest)?.[0];
  return word ? `'${word}' is no JSON value` : `'${String.fromCodePoint(rest.codePointAt(0))}' does not belong here`;
}

/** Each piece of a text as {text, at, depth, role}; role is open, close, key, colon, comma, string, number or word. */
function* read(text) {
  const open = [];
  let wanted = 'value', former = '', at = 0;
  const fail = (reason) => { throw new JsonMistake(text, at, reason); };
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [piece, string, number, word] = TOKEN.exec(text) ?? fail(surprise(text.slice(at)));
    if (piece.trim()) yield { text: piece, at, ...take(string ? 'string' : number ? 'number' : word ? 'word' : piece) };
    at += piece.length;
  }
  if (open.length || wanted !== 'comma') fail('the text ends too early');

  function take(kind) {
    const outer = open.at(-1);
    const isEnd = outer && kind === ENDS[outer] && (wanted === 'comma' || former === 'open');
    const role = isEnd ? 'close' : (outer || wanted !== 'comma') && ROLES[wanted][kind];
    if (!role) fail(WANTED[wanted] ?? (outer ? `',' or '${ENDS[outer]}' is expected` : 'there is more after the end'));
    if (isEnd) open.pop();
    const depth = open.length;
    if (role === 'open') open.push(kind);
    const inside = open.at(-1) === '{' ? 'key' : 'value';
    wanted = { key: 'colon', colon: 'value', open: inside, comma: inside }[role] ?? 'comma';
    former = role;
    return { depth, role };
  }
}

/** Why the text is no JSON, or null. */
export function mistakeIn(text) {
  try {
    for (const _ of read(text));
    return null;
  } catch (mistake) {
    if (mistake instanceof JsonMistake) return mistake;
    throw mistake;
  }
}

/** The pieces of a pretty print, as [role, text]. */
function pieces(text) {
  let former = '';
  return [...read(text)].map((piece) => {
    const breaks = piece.role === 'close' ? former !== 'open' : former === 'open' || former === 'comma';
    former = piece.role;
    return [piece.role, `${breaks ? `\n${'  '.repeat(piece.depth)}` : ''}${piece.text}${piece.role === 'colon' ? ' ' : ''}`];
  });
}

export const pretty = (text) => pieces(text).map(([, piece]) => piece).join('');

/** A JSON text, indented and coloured. What is no JSON is shown as it is. */
export const jsonView = (text) => code(mistakeIn(text) ? text : pieces(text).map(([role, piece]) => h('span', { class: `j-${role}` }, piece)));

/** The text of one field of an object, byte for byte. */
export function fieldText(text, name) {
  let from = -1, isWanted = false;
  for (const piece of read(text)) {
    if (piece.depth !== 1 || piece.role === 'colon') continue;
    if (piece.role === 'key') isWanted = JSON.parse(piece.text) === name;
    else if (isWanted) {
      if (from < 0) from = piece.at;
      if (piece.role !== 'open') return text.slice(from, piece.at + piece.text.length);
    }
  }
  return null;
}
