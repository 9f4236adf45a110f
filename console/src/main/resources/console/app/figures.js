// Numbers and durations as people read them. What is not known is a dash.
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat();
const UNITS = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1_000]];

export const known = (show) => (value, ...more) => (value == null ? '–' : show(value, ...more));
export const count = known((n) => (n < 10_000 ? plain : compact).format(n));
export const perSecond = known((n) => (n === 0 ? '0' : n < 0.1 ? n.toFixed(2) : n < 10 ? n.toFixed(1) : count(Math.round(n))));
export const percent = known((n) => `${(100 * n).toFixed(n < 0.1 && n > 0 ? 1 : 0)} %`);
export const bytes = known((n) => (n < 1e9 ? `${Math.round(n / 2 ** 20)} MiB` : `${(n / 2 ** 30).toFixed(1)} GiB`));

/** 3 h 12 min: the two largest units. */
export const span = known((millis) => {
  const size = Math.abs(millis);
  if (size < 1_000) return `${Math.round(size)} ms`;
  if (size < 10_000) return `${(Math.floor(size / 100) / 10).toFixed(1)} s`;
  const first = UNITS.findIndex(([, unit]) => size >= unit);
  const [[name, unit], [below, smaller] = ['', Infinity]] = UNITS.slice(first);
  const rest = Math.floor((size % unit) / smaller);
  return `${Math.floor(size / unit)} ${name}${rest ? ` ${rest} ${below}` : ''}`;
});
