// One table for every list. Only the rows in sight are in the page, so that ten thousand cost no more than fifty.
import { h, ref, shallowRef, computed, onMounted, useEvent, focusBy } from './dom.js';
import { go } from './router.js';
import { exportButtons } from './export.js';
import { card, empty, loading } from './ui.js';

const ROW = 40;
const SPARE = 12;
/** So few are drawn whole, for printing and for finding in the page. */
const FEW = 150;

/** A column: `style` may hold num and wide (not on phones), `show(value, row)` draws the value. */
export function col(name, label, style = '', show = (value) => value ?? '–', of = (row) => row[name]) {
  return { name, label, style, of, cell: (row) => show(of(row), row) };
}

/**
 * `to(row)` makes rows links, `selected` is a Set of keys that belongs to the caller, `onEnd` is called when the last rows come into
 * sight. Rows are known by their first column unless `rowKey` says otherwise.
 */
export const DataTable = {
  props: ['label', 'columns', 'rows', 'rowKey', 'to', 'selected', 'onSelect', 'onEnd', 'sortable'],
  setup(props) {
    const body = ref(null);
    const view = ref([0, 60]);
    const order = shallowRef({});
    const keyOf = (row) => (props.rowKey ?? props.columns[0].of)(row);

    const sorted = computed(() => {
      const { column, down } = order.value;
      return column ? [...props.rows].sort((a, b) => compare(column.of(a), column.of(b)) * (down ? -1 : 1)) : props.rows;
    });

    function look() {
      if (!body.value) return;
      const top = -body.value.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(top / ROW) - SPARE);
      const until = Math.max(0, Math.ceil((top + innerHeight) / ROW)) + SPARE;
      if (from !== view.value[0] || until !== view.value[1]) view.value = [from, until];
      if (until >= props.rows.length) props.onEnd?.();
    }
    onMounted(look);
    useEvent(window, 'scroll', look);
    useEvent(window, 'resize', look);

    function check(label, keys, checked) {
      const onChange = (event) => {
        const next = new Set(props.selected);
        for (const key of keys) event.target.checked ? next.add(key) : next.delete(key);
        props.onSelect(next);
      };
      return h('label', [h('input', { type: 'checkbox', 'aria-label': label, checked, onChange })]);
    }

    function move(event) {
      const step = { ArrowDown: 'nextElementSibling', j: 'nextElementSibling', ArrowUp: 'previousElementSibling', k: 'previousElementSibling' }[event.key];
      if (step && !event.target.matches('input')) focusBy(event, event.target.closest('tr')?.[step]?.querySelector('a'));
    }

    function headCell(column) {
      const { label, style } = column;
      const down = order.value.column === column ? order.value.down : null;
      const sort = () => { order.value = down ? {} : { column, down: down === false }; };
      return h('th', { scope: 'col', class: style, 'aria-sort': down === null ? undefined : down ? 'descending' : 'ascending' },
        props.sortable ? h('button.sort', { type: 'button', onClick: sort }, [label, h('span.sort-mark', { 'aria-hidden': 'true' }, down === null ? '' : down ? '↓' : '↑')]) : label);
    }

    function rowOf(row, index) {
      const key = keyOf(row);
      const isSelected = props.selected?.has(key);
      const open = (event) => {
        if (props.to && !event.target.closest('a, button, input, label') && !getSelection().toString()) go(props.to(row));
      };
      return h('tr', { key, 'aria-rowindex': index + 2, class: { selected: isSelected, link: props.to }, onClick: open }, [
        props.selected && h('td.pick', check(`Select ${key}`, [key], isSelected)),
        props.columns.map((column) => h('td', { class: column.style }, [column.cell(row)])),
      ]);
    }

    return () => {
      const rows = sorted.value;
      const [first, last] = rows.length <= FEW ? [0, FEW] : view.value;
      const until = Math.min(rows.length, last);
      const from = Math.min(first, Math.max(0, until - 1));
      const gap = (count) => count > 0 && h('tr.gap', { 'aria-hidden': 'true' }, h('td', { colspan: props.columns.length + 1, style: { height: `${count * ROW}px` } }));
      const keys = props.selected && rows.map(keyOf);
      return h('div.table', h('table', { 'aria-label': props.label, 'aria-rowcount': rows.length + 1, onKeydown: move }, [
        h('thead', h('tr', [keys && h('th.pick', { scope: 'col' }, check('Select all', keys, keys.length > 0 && keys.every((key) => props.selected.has(key)))), props.columns.map(headCell)])),
        h('tbody', { ref: body }, [gap(from), rows.slice(from, until).map((row, i) => rowOf(row, from + i)), gap(rows.length - until)]),
      ]));
    };
  },
};

function compare(a, b) {
  if (a == null || b == null) return (a == null) - (b == null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** A titled table that can be exported, or what to say when it is empty. `more` are the columns of exports, `exported` their rows. */
export function tableCard({ title, hint, name = title.toLowerCase().replaceAll(' ', '-'), columns, more = columns, rows, exported = rows, none, actions, ...table }) {
  return card({ title, hint, flush: true, actions: [actions, exportButtons(name, more, exported)] },
    !rows ? loading() : rows.length ? h(DataTable, { label: title, columns, rows, ...table }) : empty('check', none));
}
