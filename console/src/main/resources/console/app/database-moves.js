// Moves of a group's shards from one database to another.
import { h, api, useLoad, button, stateBadge, count, span, tableCard, col, relativeTime, may, mayEverywhere } from './view.js';
import { toast } from './toast.js';

/** Those of a group, a component; nothing where no shard was ever to be moved. */
export const DatabaseMoves = {
  props: ['groupId'],
  setup({ groupId }) {
    const moves = useLoad(async () => (may('operate') ? api.databaseMoves(groupId) : []), 2_000);
    const cancel = async (move) => {
      await api.cancelDatabaseMove(move).then(() => toast(`Shard ${move.shard} stays in ${move.from}.`), ({ message }) => toast(message, 'error'));
      moves.again();
    };
    const columns = [
      col('createdAt', 'Begun', '', relativeTime), col('shard', 'Shard', 'num'), col('from', 'From'), col('to', 'To'),
      col('status', 'Status', '', (status, { reason }) => h('span', { title: reason }, stateBadge(status))),
      col('copied', 'Copied', 'num', count), col('frozenMillis', 'Stood still', 'num wide', (millis) => (millis > 0 ? span(millis) : '')),
      col('to', '', 'num', (_, move) => move.status === 'RUNNING' && mayEverywhere('admin') && button('close', '', () => cancel(move), 'quiet small', { label: `Cancel the move of shard ${move.shard}` })),
    ];
    return () => moves.data?.length > 0 && tableCard({ title: 'Moves between databases', hint: 'while timers fire', columns, rows: moves.data, rowKey: ({ shard }) => shard });
  },
};
