// What is wrong, worst first, and where to look.
import { h } from 'vue';
import { Badge, Icon } from './ui.js';
import { Link, href } from './router.js';
import { Instant } from './time.js';

const WEIGHT = { ERROR: 0, WARNING: 1, INFO: 2 };
const TONE = { ERROR: 'error', WARNING: 'warning', INFO: 'notice' };

export const worstFirst = (alarms) => [...alarms].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);

function place({ groupId, nodeId, code }) {
  if (groupId) return h(Link, { to: href.group(groupId), class: 'alarm-link' }, () => 'Look at the group');
  if (nodeId || code === 'STORE_UNAVAILABLE' || code === 'CLOCK_OFF') return h(Link, { to: '/health-view', class: 'alarm-link' }, () => 'Look at the health');
  return null;
}

export function Alarms({ alarms }) {
  return h('ul', { class: 'alarms', 'aria-label': 'Alarms' }, worstFirst(alarms).map((alarm) =>
    h('li', { key: `${alarm.code} ${alarm.groupId} ${alarm.shard} ${alarm.nodeId}`, class: ['note', TONE[alarm.severity]] }, [
      h(Icon, { name: alarm.severity === 'INFO' ? 'info' : 'failed' }),
      h('div', [h('p', { class: 'note-title' }, sentence(alarm.text)), h('p', { class: 'alarm-more' }, [alarm.since && h('span', ['since ', h(Instant, { at: alarm.since }), ', ', h(Instant, { at: alarm.since, how: 'relative' })]), place(alarm)])]),
      h(Badge, { state: alarm.severity })])));
}
Alarms.props = ['alarms'];

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
