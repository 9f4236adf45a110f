// What is wrong, worst first, and where to look.
import { h } from './dom.js';
import { Badge, Note } from './ui.js';
import { Link, href } from './router.js';
import { Instant } from './time.js';

const SEVERITIES = ['ERROR', 'WARNING', 'INFO'];
const TONES = { ERROR: 'error', WARNING: 'warning', INFO: 'notice' };

export function Alarms({ alarms }) {
  const worstFirst = [...alarms].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return h('ul.alarms', { 'aria-label': 'Alarms' }, worstFirst.map(({ severity, code, text, since, groupId, shard, nodeId }) => h('li', { key: `${code} ${groupId} ${shard} ${nodeId}` },
    h(Note, { tone: TONES[severity], icon: severity === 'INFO' ? 'info' : 'failed', title: text.charAt(0).toUpperCase() + text.slice(1) }, {
      default: () => h('p.alarm-more', [
        since && h('span', ['since ', h(Instant, { at: since }), ', ', h(Instant, { at: since, how: 'relative' })]),
        h(Link, { to: groupId ? href.group(groupId) : '/health-view', class: 'alarm-link' }, () => (groupId ? 'Look at the group' : 'Look at the health')),
      ]),
      end: () => h(Badge, { state: severity }),
    }))));
}
Alarms.props = ['alarms'];
