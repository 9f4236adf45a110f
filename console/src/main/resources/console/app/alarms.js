// What is wrong, worst first, and where to look.
import { RUNBOOK } from './runbook.js';
import { h, note, stateBadge, toneOf, link, href, time, relativeTime } from './view.js';

const SEVERITIES = ['ERROR', 'WARNING', 'INFO'];

export function alarmList(alarms) {
  const worstFirst = [...alarms].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return h('ul.alarms', { 'aria-label': 'Alarms' }, worstFirst.map(({ severity, code, text, since, groupId, shard, nodeId }) => h('li', { key: `${code} ${groupId} ${shard} ${nodeId}` },
    note(toneOf(severity), severity === 'INFO' ? 'info' : 'failed', text.charAt(0).toUpperCase() + text.slice(1), h('div.alarm-more', [
      since && h('span', ['since ', time(since), ', ', relativeTime(since)]),
      groupId ? link(href.group(groupId), 'Look at the group') : link('/health-view', 'Look at the health'),
      runbook(code),
    ]), { end: stateBadge(severity) }))));
}

function runbook(code) {
  const [meaning, remedy] = RUNBOOK[code] ?? [];
  return meaning && h('details', [h('summary', 'What to do'), h('div', [meaning, h('br'), remedy]), h('div.quiet', `docs/operations/alarms.md#${code.toLowerCase()}`)]);
}
