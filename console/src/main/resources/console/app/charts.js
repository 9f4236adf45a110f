// Lines over time. Chart.js is loaded beside the first values, so that no chart is seen before it is drawn.
import { h, ref, watch, onMounted, onUnmounted, useEvent } from './dom.js';
import { clockTime } from './time.js';
import { count, known, perSecond, span } from './figures.js';

export const rate = known((n) => `${perSecond(n)}/s`);
const SHOWN = { rate, count, millis: span };

/** Draws in place of waiting for the next frame, which a page that nobody has looked at yet does not get. */
const atOnce = { id: 'at-once', beforeRender: (chart) => { chart.draw(); return false; } };

let Chart = null;
/** Whoever shows a chart waits for it. */
export async function loadCharts() {
  if (Chart) return;
  const { Chart: loaded, LineController, LineElement, PointElement, LinearScale, Filler, Tooltip } = await import('chart.js');
  loaded.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip, atOnce);
  Object.assign(loaded.defaults.font, { family: getComputedStyle(document.body).fontFamily, size: 11 });
  Chart = loaded;
}

function colour(token) {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(--${token})`;
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** A value between unknown ones has no line: it is a point. */
function alone({ dataset, dataIndex: i }) {
  const isKnown = (at) => dataset?.data[at]?.y != null;
  return isKnown(i) && !isKnown(i - 1) && !isKnown(i + 1) ? 1.5 : 0;
}

/** Even parts; the numbers that Chart.js likes are no times that people like. */
function evenTicks(axis) {
  const { min, max } = axis;
  const parts = axis.chart.width < 420 ? 2 : 4;
  axis.ticks = Array.from({ length: parts + 1 }, (_, i) => ({ value: min + (i * (max - min)) / parts }));
}

/** lines: [{label, token, values, fill}]; `from` and `step` place the values in time; `unit` is a name in SHOWN. */
export const LineChart = {
  props: ['label', 'lines', 'from', 'step', 'unit'],
  setup(props) {
    const canvas = ref(null);
    const show = SHOWN[props.unit];
    let chart = null;

    const datasets = () => props.lines.map(({ label, token, values, fill }) => {
      const borderColor = colour(token);
      return { label, borderColor, backgroundColor: borderColor.replace('rgb(', 'rgba(').replace(')', ', 0.12)'), fill: fill ? 'origin' : false, data: values.map((y, i) => ({ x: props.from + i * props.step, y })) };
    });

    function options() {
      const color = colour('quiet'), line = colour('line'), surface = colour('surface');
      const max = props.from + Math.max(...props.lines.map(({ values }) => values.length - 1), 0) * props.step;
      return {
        animation: false, maintainAspectRatio: false, normalized: true, parsing: false, spanGaps: 3 * props.step,
        interaction: { mode: 'index', intersect: false },
        elements: { line: { borderWidth: 1.5, tension: 0.2 }, point: { radius: alone, hoverRadius: 3, hitRadius: 8 } },
        scales: {
          x: { type: 'linear', min: props.from, max, grid: { display: false }, border: { color: line }, ticks: { color, maxRotation: 0, align: 'inner', callback: (at) => clockTime(at) }, afterBuildTicks: evenTicks },
          y: { beginAtZero: true, border: { display: false }, grid: { color: line }, grace: '8%', suggestedMax: props.unit === 'millis' ? 10 : 1, ticks: { color, maxTicksLimit: 4, callback: (n) => show(n) } },
        },
        plugins: { tooltip: { backgroundColor: colour('text'), titleColor: surface, bodyColor: surface, padding: 8, boxWidth: 8, boxHeight: 8, callbacks: {
          title: ([item]) => clockTime(item.parsed.x), label: ({ dataset, parsed }) => ` ${dataset.label}: ${show(parsed.y)}` } } },
      };
    }

    function draw() {
      chart.options = options();
      chart.data.datasets = datasets();
      chart.update('none');
    }

    onMounted(() => {
      chart = new Chart(canvas.value, { type: 'line', data: { datasets: datasets() }, options: options() });
    });
    onUnmounted(() => chart.destroy());
    useEvent(window, 'themechange', draw);
    useEvent(matchMedia('(prefers-color-scheme: dark)'), 'change', draw);
    watch(() => [props.lines, props.from], draw);

    return () => {
      const legend = props.lines.map(({ label, token, values }) => ({ label, token, newest: show(values.findLast((value) => value != null)) }));
      return h('figure.chart', [
        h('figcaption', [h('b', props.label), h('ul.legend', legend.map(({ label, token, newest }) => h('li', [h('i.dot', { style: { background: `var(--${token})` } }), label, ' ', h('b', newest)])))]),
        h('div.chart-canvas', h('canvas', { ref: canvas, role: 'img', 'aria-label': `${props.label}: ${legend.map(({ label, newest }) => `${label} ${newest}`).join(', ')}` })),
      ]);
    };
  },
};

/** A line without axes, as wide as a word. */
export function sparkline(values, token = 'series-fired') {
  const most = Math.max(...values, 1e-9);
  const points = values.map((value, i) => `${((i / Math.max(values.length - 1, 1)) * 100).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`).join(' ');
  return h('svg.spark', { viewBox: '0 0 100 24', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, h('polyline', { points, style: { stroke: `var(--${token})` } }));
}
