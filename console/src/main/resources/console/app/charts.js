// Lines over time. Chart.js is loaded when the first one is drawn.
import { h, defineComponent, ref, watch, onMounted, onUnmounted } from './dom.js';
import { clockTime, span } from './time.js';
import { perSecond, count } from './ui.js';

export const shown = { rate: (n) => `${perSecond(n)}/s`, millis: span, count };

let library = null;
async function chartjs() {
  library ??= import('chart.js').then((it) => {
    it.Chart.register(it.LineController, it.LineElement, it.PointElement, it.LinearScale, it.Filler, it.Tooltip);
    it.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    it.Chart.defaults.font.size = 11;
    return it.Chart;
  });
  return library;
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
  return dataset?.data[i]?.y != null && dataset.data[i - 1]?.y == null && dataset.data[i + 1]?.y == null ? 1.5 : 0;
}

/** Even parts; the numbers that Chart.js likes are no times that people like. */
function evenTicks(axis) {
  const { min, max } = axis;
  const parts = axis.chart.width < 420 ? 2 : 4;
  axis.ticks = Array.from({ length: parts + 1 }, (_, i) => ({ value: min + (i * (max - min)) / parts }));
}

/** lines: [{label, token, values, fill}]; `from` and `step` place the values in time; `unit` is a name in `shown`. */
export const LineChart = defineComponent({
  props: ['label', 'lines', 'from', 'step', 'unit'],
  setup(props) {
    const canvas = ref(null);
    let chart = null;

    const datasets = () => props.lines.map(({ label, token, values, fill }) => {
      const stroke = colour(token);
      return { label, data: values.map((y, i) => ({ x: props.from + i * props.step, y })), borderColor: stroke, backgroundColor: stroke.replace('rgb(', 'rgba(').replace(')', ', 0.12)'),
        fill: fill ? 'origin' : false };
    });

    function options() {
      const quiet = colour('quiet'), line = colour('line');
      return {
        animation: false, responsive: true, maintainAspectRatio: false, normalized: true, parsing: false, spanGaps: 3 * props.step,
        interaction: { mode: 'index', intersect: false },
        elements: { line: { borderWidth: 1.5, tension: 0.2 }, point: { radius: alone, hoverRadius: 3, hitRadius: 8 } },
        scales: {
          x: { type: 'linear', grid: { display: false }, border: { color: line }, ticks: { color: quiet, maxRotation: 0, align: 'inner', callback: (at) => clockTime(at) }, afterBuildTicks: evenTicks },
          y: { beginAtZero: true, border: { display: false }, grid: { color: line }, grace: '8%', suggestedMax: props.unit === 'millis' ? 10 : 1,
            ticks: { color: quiet, maxTicksLimit: 4, callback: (n) => shown[props.unit](n) } },
        },
        plugins: { tooltip: { backgroundColor: colour('text'), titleColor: colour('surface'), bodyColor: colour('surface'), padding: 8, boxWidth: 8, boxHeight: 8, callbacks: {
          title: ([item]) => clockTime(item.parsed.x), label: ({ dataset, parsed }) => ` ${dataset.label}: ${shown[props.unit](parsed.y)}` } } },
      };
    }

    function bounds() {
      const points = Math.max(...props.lines.map(({ values }) => values.length), 1);
      Object.assign(chart.options.scales.x, { min: props.from, max: props.from + (points - 1) * props.step });
    }

    function draw() {
      if (!chart) return;
      chart.data.datasets = datasets();
      bounds();
      chart.update('none');
    }

    function restyle() {
      if (!chart) return;
      chart.options = options();
      draw();
    }
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    onMounted(async () => {
      const Chart = await chartjs();
      if (!canvas.value) return;
      chart = new Chart(canvas.value, { type: 'line', data: { datasets: [] }, options: options() });
      draw();
      addEventListener('themechange', restyle);
      scheme.addEventListener('change', restyle);
    });
    onUnmounted(() => {
      removeEventListener('themechange', restyle);
      scheme.removeEventListener('change', restyle);
      chart?.destroy();
    });
    watch(() => [props.lines, props.from], draw);

    const newest = ({ values }) => values.findLast((value) => value != null);
    const text = () => props.lines.map((line) => `${line.label} ${newest(line) == null ? 'not known' : shown[props.unit](newest(line))}`).join(', ');
    return () => h('figure.chart', [
      h('figcaption', [h('span.chart-label', props.label), h('ul.legend', props.lines.map((line) =>
        h('li', [h('i.dot', { style: { background: `var(--${line.token})` } }), line.label, ' ', h('b', newest(line) == null ? '–' : shown[props.unit](newest(line)))])))]),
      h('div.chart-canvas', h('canvas', { ref: canvas, role: 'img', 'aria-label': `${props.label}: ${text()}` })),
    ]);
  },
});

/** A line without axes, as wide as a word. */
export function Sparkline({ values, token = 'series-fired' }) {
  const most = Math.max(...values, 1e-9);
  const points = values.map((value, i) => `${((i / Math.max(values.length - 1, 1)) * 100).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`).join(' ');
  return h('svg.spark', { viewBox: '0 0 100 24', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    h('polyline', { points, style: { stroke: `var(--${token})` } }));
}
Sparkline.props = ['values', 'token'];
