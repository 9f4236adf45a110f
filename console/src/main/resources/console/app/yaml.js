// Reads the part of YAML in which openapi.yaml is written: blocks, flow lists and maps, quoted and folded texts. No anchors, no tags.

/** The value of a document. */
export function parse(text) {
  const lines = text.split('\n').map((line, number) => ({ indent: line.search(/\S|$/), text: line.trim(), number })).filter((line) => !line.text.startsWith('#'));
  const reader = { lines, at: 0 };
  skipBlank(reader);
  return block(reader, 0);
}

const here = (reader) => reader.lines[reader.at];
const skipBlank = (reader) => { while (here(reader) && !here(reader).text) reader.at++; };

function block(reader, least) {
  skipBlank(reader);
  const line = here(reader);
  if (!line || line.indent < least) return null;
  if (/^[[{]/.test(line.text)) return flow(reader.lines[reader.at++].text, reader);
  return line.text === '-' || line.text.startsWith('- ') ? list(reader, line.indent) : map(reader, line.indent);
}

function list(reader, indent) {
  const items = [];
  for (skipBlank(reader); here(reader)?.indent === indent && /^-( |$)/.test(here(reader).text); skipBlank(reader)) {
    const line = here(reader);
    const rest = line.text.slice(1).trim();
    if (isPair(rest)) {
      line.indent += line.text.length - rest.length;
      line.text = rest;
      items.push(map(reader, line.indent));
    } else {
      reader.at++;
      items.push(rest ? scalar(rest, reader, indent) : block(reader, indent + 1));
    }
  }
  return items;
}

const PAIR = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{[&*!|>#][^:]*?(?::\S[^:]*?)*)\s*:(?:\s+(.*))?$/;
const isPair = (text) => PAIR.test(text);

function map(reader, indent) {
  const found = {};
  for (skipBlank(reader); here(reader)?.indent === indent; skipBlank(reader)) {
    const pair = PAIR.exec(here(reader).text);
    if (!pair) throw new Error(`line ${here(reader).number + 1} is no "name: value"`);
    reader.at++;
    const value = pair[2] ?? '';
    found[unquoted(pair[1])] = value && !value.startsWith('#') ? scalar(value, reader, indent) : nested(reader, indent);
  }
  return found;
}

/** A list may stand as far left as its name. */
function nested(reader, indent) {
  skipBlank(reader);
  return here(reader)?.indent === indent && /^-( |$)/.test(here(reader).text) ? list(reader, indent) : block(reader, indent + 1);
}

function scalar(text, reader, indent) {
  if (/^[|>][+-]?$/.test(text)) return folded(text, reader, indent);
  if (text.startsWith('{') || text.startsWith('[')) return flow(text, reader);
  return plain(text.replace(/\s+#.*$/, ''));
}

function folded(style, reader, indent) {
  const taken = [];
  while (here(reader) && (!here(reader).text || here(reader).indent > indent)) taken.push(reader.lines[reader.at++]);
  const margin = taken.find((line) => line.text)?.indent ?? 0;
  const texts = taken.map((line) => ' '.repeat(Math.max(0, line.indent - margin)) + line.text);
  const joined = style.startsWith('|') ? texts.join('\n') : texts.join(' ').replace(/ {2,}/g, '\n');
  return joined.trim();
}

function flow(first, reader) {
  let text = first;
  while (depth(text) > 0 && here(reader)) text += ` ${reader.lines[reader.at++].text}`;
  const state = { text, at: 0 };
  return flowValue(state);
}

function depth(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
  return (bare.match(/[{[]/g)?.length ?? 0) - (bare.match(/[}\]]/g)?.length ?? 0);
}

function flowValue(state) {
  skip(state, /\s*/y);
  const start = state.text[state.at];
  if (start === '{') return flowItems(state, '}', {}, (into) => {
    const name = unquoted(flowText(state, /"(?:[^"\\]|\\.)*"|'[^']*'|[^:,}\]]+/y).trim());
    skip(state, /\s*:?\s*/y);
    into[name] = ',}'.includes(state.text[state.at]) ? null : flowValue(state);
  });
  if (start === '[') return flowItems(state, ']', [], (into) => into.push(flowValue(state)));
  return plain(flowText(state, /"(?:[^"\\]|\\.)*"|'[^']*'|[^,}\]]+/y).trim());
}

function flowItems(state, end, into, item) {
  state.at++;
  for (skip(state, /\s*/y); state.text[state.at] !== end; skip(state, /\s*,?\s*/y)) {
    if (state.at >= state.text.length) throw new Error(`'${end}' is missing`);
    item(into);
  }
  state.at++;
  return into;
}

function flowText(state, pattern) {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.text)?.[0] ?? '';
  state.at += found.length;
  return found;
}
const skip = flowText;

function unquoted(text) {
  if (text.startsWith('"')) return JSON.parse(text);
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text;
}

function plain(text) {
  if (/^["']/.test(text)) return unquoted(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '~' || text === '') return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
}
