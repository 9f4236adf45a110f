// Shards as a field of squares: darker means more, an outline means trouble.
import { h, defineComponent, ref, computed } from './dom.js';
import { Badge, Choice, Facts, perSecond, count } from './ui.js';
import { span } from './time.js';

const MEASURES = {
  firedPerSecond: { label: 'Load', show: (n) => `${perSecond(n)}/s` },
  latenessP99Millis: { label: 'Lateness', show: span },
  backlogAgeMillis: { label: 'Backlog age', show: span },
  loaded: { label: 'In memory', show: count },
  owner: { label: 'Owner' },
};
const STEPS = 6;
const OWNER_TONES = 8;

export const HeatMap = defineComponent({
  props: ['shards'],
  setup(props) {
    const measure = ref('firedPerSecond');
    const picked = ref(null);
    const owners = computed(() => [...new Set(props.shards.map(({ owner }) => owner).filter(Boolean))].sort());
    const most = computed(() => Math.max(...props.shards.map((shard) => shard[measure.value] ?? 0), 0));
    const chosen = computed(() => props.shards.find(({ shard }) => shard === picked.value));

    /** Square roots keep the small ones apart when one shard is far above the others. */
    function tone(shard) {
      if (shard.state === 'NO_OWNER') return 'none';
      if (measure.value === 'owner') return `owner-${owners.value.indexOf(shard.owner) % OWNER_TONES}`;
      const value = shard[measure.value] ?? 0;
      return `heat-${most.value > 0 ? Math.min(STEPS - 1, Math.ceil(Math.sqrt(value / most.value) * (STEPS - 1))) : 0}`;
    }
    function words(shard) {
      const value = measure.value === 'owner' ? '' : `, ${MEASURES[measure.value].label.toLowerCase()} ${shard[measure.value] == null ? 'not known' : MEASURES[measure.value].show(shard[measure.value])}`;
      return `Shard ${shard.shard}, ${shard.owner ?? 'nobody'}, epoch ${shard.epoch}${value}${shard.hot ? ', hot' : ''}${shard.state === 'OPEN' ? '' : `, ${shard.state.toLowerCase().replace('_', ' ')}`}`;
    }
    function move(event) {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const target = step && (step > 0 ? event.target.nextElementSibling : event.target.previousElementSibling);
      if (!target) return;
      event.preventDefault();
      target.focus();
    }

    return () => h('div.stack', [
      h('div.row', [
        h(Choice, { label: 'Colour by', options: Object.entries(MEASURES).map(([value, { label }]) => ({ value, label })), value: measure.value, onChange: (value) => { measure.value = value; } }),
        measure.value === 'owner'
          ? h('ul.legend', owners.value.map((owner, i) => h('li', { key: owner }, [h('i', { class: ['cell', `owner-${i % OWNER_TONES}`] }), owner])))
          : h('p.legend', ['0', h('span.ramp', { 'aria-hidden': 'true' }, Array.from({ length: STEPS }, (_, i) => h('i.cell', { class: `heat-${i}` }))), MEASURES[measure.value].show(most.value)]),
      ]),
      h('div', { class: ['heat', { many: props.shards.length > 512 }], role: 'group', 'aria-label': 'Shards', onKeydown: move }, props.shards.map((shard) =>
        h('button', { key: shard.shard, type: 'button', class: ['cell', tone(shard), { hot: shard.hot, moving: shard.state === 'MOVING' || shard.state === 'OPENING' }], title: words(shard), 'aria-label': words(shard), 'aria-pressed': String(picked.value === shard.shard),
          onClick: () => { picked.value = picked.value === shard.shard ? null : shard.shard; } }, props.shards.length <= 64 ? shard.shard : ''))),
      chosen.value && h('div.picked', [h('h3', ['Shard ', chosen.value.shard, ' ', h(Badge, { state: chosen.value.state }), chosen.value.hot && h(Badge, { tone: 'error' }, () => 'hot')]), h(Facts, { rows: [
        ['Owner', chosen.value.owner ?? 'nobody'], ['Epoch', chosen.value.epoch], ['Fired', `${perSecond(chosen.value.firedPerSecond)}/s`], ['Lateness p99', chosen.value.latenessP99Millis == null ? '–' : span(chosen.value.latenessP99Millis)],
        ['Backlog age', chosen.value.backlogAgeMillis == null ? '–' : span(chosen.value.backlogAgeMillis)], ['In memory', `${count(chosen.value.loaded)} timers`]] })]),
    ]);
  },
});
