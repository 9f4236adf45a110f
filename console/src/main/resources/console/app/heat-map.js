// Shards as a field of squares: darker means more, an outline means trouble.
import { h, focusBy, ref, computed, badge, choice, facts, stateBadge, wordsOf, count, span } from './view.js';
import { rate } from './charts.js';

/** Of each: its label, and how its value is shown. */
const MEASURES = { firedPerSecond: ['Load', rate], latenessP99Millis: ['Lateness', span], backlogAgeMillis: ['Backlog age', span], loaded: ['In memory', count], owner: ['Owner', () => ''] };
const STEPS = 6;
const OWNER_TONES = 8;
const NUMBERED = 64;
const MANY = 512;

export const HeatMap = {
  props: ['shards'],
  setup(props) {
    const measure = ref('firedPerSecond');
    const picked = ref(null);
    const owners = computed(() => [...new Set(props.shards.map(({ owner }) => owner).filter(Boolean))].sort());
    const most = computed(() => Math.max(...props.shards.map((shard) => Number(shard[measure.value]) || 0)));
    const ownerTone = (owner) => `owner-${owners.value.indexOf(owner) % OWNER_TONES}`;

    /** Square roots keep the small ones apart when one shard is far above the others. */
    function tone(shard) {
      if (shard.state === 'NO_OWNER') return 'none';
      if (measure.value === 'owner') return ownerTone(shard.owner);
      return `heat-${Math.ceil(Math.sqrt((shard[measure.value] ?? 0) / (most.value || 1)) * (STEPS - 1))}`;
    }
    function words({ shard, owner, epoch, hot, state, ...figures }) {
      const [label, show] = MEASURES[measure.value];
      const value = measure.value !== 'owner' && `${label.toLowerCase()} ${show(figures[measure.value])}`;
      return [`Shard ${shard}`, owner ?? 'nobody', `epoch ${epoch}`, value, hot && 'hot', state !== 'OPEN' && wordsOf(state)].filter(Boolean).join(', ');
    }
    function move(event) {
      focusBy(event, { ArrowRight: event.target.nextElementSibling, ArrowLeft: event.target.previousElementSibling }[event.key]);
    }
    function cell(shard) {
      const isPicked = picked.value === shard.shard;
      return h('button.cell', { key: shard.shard, type: 'button', class: [tone(shard), { hot: shard.hot, moving: shard.state === 'MOVING' || shard.state === 'OPENING' }],
        title: words(shard), 'aria-label': words(shard), 'aria-pressed': String(isPicked), onClick: () => { picked.value = isPicked ? null : shard.shard; } }, props.shards.length <= NUMBERED ? shard.shard : '');
    }
    function legend() {
      if (measure.value === 'owner') return h('ul.legend', owners.value.map((owner) => h('li', { key: owner }, [h('i.cell', { class: ownerTone(owner) }), owner])));
      return h('p.legend', ['0', h('span.ramp', { 'aria-hidden': 'true' }, Array.from({ length: STEPS }, (_, i) => h('i.cell', { class: `heat-${i}` }))), MEASURES[measure.value][1](most.value)]);
    }
    function details() {
      const it = props.shards.find(({ shard }) => shard === picked.value);
      return it && h('div.picked', [h('h3', [`Shard ${it.shard} `, stateBadge(it.state), it.hot && badge('hot', 'error')]), facts([
        ['Owner', it.owner ?? 'nobody'], ['Epoch', it.epoch], ...Object.entries(MEASURES).map(([name, [label, show]]) => name !== 'owner' && [label, show(it[name])])])]);
    }

    return () => h('div.stack', [
      h('div.row', [choice('Colour by', Object.entries(MEASURES).map(([value, [label]]) => [value, label]), measure), legend()]),
      h('div.heat', { class: { many: props.shards.length > MANY }, role: 'group', 'aria-label': 'Shards', onKeydown: move }, props.shards.map(cell)),
      details(),
    ]);
  },
};
