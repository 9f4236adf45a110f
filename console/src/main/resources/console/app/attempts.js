// What came of attempts.
import { badge, quiet, span, tableCard, col, time, relativeTime } from './view.js';

/** The receiver's answer, or that there was none. */
export const answerOf = (attempt) => (attempt ? badge(attempt.status ?? 'no answer', attempt.error ? 'error' : 'ok') : quiet());

const COLUMNS = [
  col('startedAt', 'Started', '', time), col('startedAt', 'That was', 'wide', relativeTime), col('status', 'Answer', '', (_, attempt) => answerOf(attempt)), col('error', 'Why it failed', '', quiet),
  col('durationMillis', 'Took', 'num', span), col('node', 'Node', 'wide', quiet),
];

/** The last attempts of a timer, the latest first; nothing if there was none. */
export const attemptsCard = ({ lastAttempts }) => lastAttempts?.length > 0 && tableCard({ title: 'Attempts so far', hint: 'the last ten are kept', columns: COLUMNS, rows: lastAttempts.toReversed() });
