// Lists as files.
import { h } from './dom.js';
import { Button } from './ui.js';

/** RFC 4180; what a spreadsheet would take for a formula is made harmless. */
export function csv(columns, rows) {
  const cell = (value) => {
    if (value == null) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (values) => values.map(cell).join(',');
  return [line(columns.map(({ name }) => name)), ...rows.map((row) => line(columns.map(({ of }) => of(row))))].join('\r\n') + '\r\n';
}

function save(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Two buttons that save a list. `columns` have a name and say of a row what stands in it. */
export function Export({ name, columns, rows }) {
  const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const asObjects = () => rows.map((row) => Object.fromEntries(columns.map((column) => [column.name, column.of(row) ?? null])));
  const button = (label, extension, type, text) => h(Button, { kind: 'quiet', small: true, icon: 'download', label: `Export ${name} as ${label}`, disabled: !rows.length,
    onClick: () => save(`belfry-${name}-${stamp()}.${extension}`, type, text()) }, () => label);
  return h('span.export', [
    button('CSV', 'csv', 'text/csv', () => csv(columns, rows)),
    button('JSON', 'json', 'application/json', () => JSON.stringify(asObjects(), null, 2)),
  ]);
}
Export.props = ['name', 'columns', 'rows'];
