// Lists as files.
import { h } from './dom.js';
import { button } from './ui.js';

/** RFC 4180; what a spreadsheet would take for a formula is made harmless. */
function csv(columns, rows) {
  const cell = (value) => {
    if (value == null) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (values) => `${values.map(cell).join(',')}\r\n`;
  return [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))].map(line).join('');
}

const json = (columns, rows) => JSON.stringify(rows.map((row) => Object.fromEntries(columns.map(({ name, of }) => [name, of(row) ?? null]))), null, 2);

function save(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Two buttons that save a list. `columns` have a name and say of a row what stands in it. */
export function exportButtons(name, columns, rows) {
  const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const one = (label, type, textOf) => button('download', label, () => save(`belfry-${name}-${stamp()}.${label.toLowerCase()}`, type, textOf(columns, rows)),
    'quiet small', { label: `Export ${name} as ${label}`, disabled: !rows?.length });
  return h('span.export', [one('CSV', 'text/csv', csv), one('JSON', 'application/json', json)]);
}
