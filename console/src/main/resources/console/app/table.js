// One table for every list. Only the rows in sight are in the page, so that ten thousand cost no more than fifty.
import { h, defineComponent, ref, computed, onMounted, onUnmounted } from './dom.js';
import { go } from './router.js';
import { Export } from './export.js';
import { Card, Empty, Loading } from './ui.js';

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
 * sight, `title` puts the table in a card from which it can be exported, `more` are columns that stand in exports only.
 */
export const DataTable = defineComponent({
  props: ['label', 'columns', 'rows', 'rowKey', 'to', 'selected', 'onSelect', 'onEnd', 'sortable'],
  setup(props) {
    const body = ref(null);
    const view = ref([0, 60]);
    const order = ref(null);

    const sorted = computed(() => {
      if (!order.value) return props.rows;
      const { name, down } = order.value;
      const { of } = props.columns.find((column) => column.name === name);
      return [...props.rows].sort((a, b) => compare(of(a), of(b)) * (down ? -1 : 1));
    });

    function look() {
      if (!body.value) return;
      const top = -body.value.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(top / ROW) - SPARE);
      const until = Math.max(0, Math.ceil((top + innerHeight) / ROW)) + SPARE;
      if (from !== view.value[0] || until !== view.value[1]) view.value = [from, until];
      if (until >= props.rows.length) props.onEnd?.();
    }
    onMounted(() => {
      addEventListener('scroll', look, { passive: true });
      addEventListener('resize', look);
      look();
    });
    onUnmounted(() => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    });

    function select(keys, on) {
      const next = new Set(props.selected);
      for (const key of keys) on ? next.add(key) : next.delete(key);
      props.onSelect(next);
    }

    function move(event) {
      const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
      const row = event.target.closest('tr');
      if (!step || !row || event.target.matches('input')) return;
      let next = row;
      do next = step > 0 ? next.nextElementSibling : next.previousElementSibling; while (next && !next.dataset.row);
      const target = next?.querySelector('a');
      if (!target) return;
      event.preventDefault();
      target.focus();
    }

    function headCell(column) {
      const { style } = column;
      if (!props.sortable) return h('th', { scope: 'col', class: style }, column.label);
      const mine = order.value?.name === column.name ? order.value : null;
      return h('th', { scope: 'col', class: style, 'aria-sort': mine ? (mine.down ? 'descending' : 'ascending') : undefined },
        h('button', { type: 'button', class: 'sort', onClick: () => { order.value = mine?.down ? null : { name: column.name, down: Boolean(mine) }; } },
          [column.label, h('span.sort-mark', { 'aria-hidden': 'true' }, mine ? (mine.down ? '↓' : '↑') : '')]));
    }

    function rowOf(row, index) {
      const key = props.rowKey(row);
      const isSelected = props.selected?.has(key);
      const open = (event) => {
        if (!props.to || event.target.closest('a, button, input, label') || getSelection().toString()) return;
        go(props.to(row));
      };
      return h('tr', { key, 'data-row': index, 'aria-rowindex': index + 2, class: { selected: isSelected, link: props.to }, onClick: open }, [
        props.selected && h('td.pick', h('label', [h('input', { type: 'checkbox', checked: isSelected, 'aria-label': `Select ${key}`,
          onChange: (event) => select([key], event.target.checked) })])),
        props.columns.map((column) => h('td', { class: column.style }, [column.cell(row)])),
      ]);
    }

    return () => {
      const rows = sorted.value;
      const [first, last] = rows.length <= FEW ? [0, FEW] : view.value;
      const until = Math.min(rows.length, last);
      const from = Math.min(first, Math.max(0, until - 1));
      const width = props.columns.length + (props.selected ? 1 : 0);
      const gap = (count) => count > 0 && h('tr', { 'aria-hidden': 'true', class: 'gap' }, h('td', { colspan: width, style: { height: `${count * ROW}px` } }));
      const all = props.selected && rows.length > 0 && rows.every((row) => props.selected.has(props.rowKey(row)));
      return h('div.table', h('table', { 'aria-label': props.label, 'aria-rowcount': rows.length + 1, onKeydown: move }, [
        h('thead', h('tr', [
          props.selected && h('th.pick', { scope: 'col' }, h('label', [h('input', { type: 'checkbox', 'aria-label': 'Select all', checked: all,
            onChange: (event) => select(rows.map(props.rowKey), event.target.checked) })])),
          props.columns.map(headCell),
        ])),
        h('tbody', { ref: body }, [gap(from), rows.slice(from, until).map((row, i) => rowOf(row, from + i)), gap(rows.length - until)]),
      ]));
    };
  },
});

function compare(a, b) {
  if (a == null || b == null) return (a == null) - (b == null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** A titled table that can be exported, or what to say when it is empty. */
export function TableCard({ title, hint, name = title.toLowerCase().replaceAll(' ', '-'), columns, more = columns, rows, exported = rows, empty, actions, ...rest }) {
  return h(Card, { title, hint, flush: true }, {
    actions: () => [actions, h(Export, { name, columns: more, rows: exported ?? [] })],
    default: () => (!rows ? h(Loading) : rows.length ? h(DataTable, { label: title, columns, rows, ...rest }) : h(Empty, { icon: 'check', title: empty })),
  });
}
TableCard.props = ['title', 'hint', 'name', 'columns', 'more', 'rows', 'exported', 'empty', 'actions', 'rowKey', 'to', 'sortable'];
