// Addresses.

/** path`/groups/${id}`: what is put in can not leave its part of the path. */
export const path = (parts, ...values) => String.raw({ raw: parts }, ...values.map(encodeURIComponent));

/** The instant of a failed run that is kept beside its timer's schedule; of a timer nothing. */
export const failedRun = ({ failedRun: known, schedule, scheduledFor, paused }) => known ?? (schedule && paused === undefined ? scheduledFor : undefined);

/** What is empty or not there is left out. */
export function withQuery(address, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== '' && value != null);
  return given.length ? `${address}?${new URLSearchParams(given)}` : address;
}
