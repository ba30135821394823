let latest = 0;
/** Milliseconds that the clock of the system is ahead of that of the process, which stands still while the machine sleeps. */
let ahead = 0;
/** Milliseconds that the two may differ. */
const tolerance = 1_000;

/** Epoch milliseconds, with their fractions. */
function clock(): number {
  const own = performance.timeOrigin + performance.now();
  if (Math.abs(Date.now() - own - ahead) > tolerance) ahead = Date.now() - own;
  return own + ahead;
}

/**
 * The moment as the database shows it, to the microsecond; later than any other this process was told, so that it tells
 * an order.
 */
export function moment(): string {
  latest = Math.max(latest + 1, Math.round(clock() * 1000));
  return written(latest);
}

/** So many microseconds before a moment told. */
export const before = (told: string, micros: number): string =>
  written(Date.parse(`${told.slice(0, 19)}Z`) * 1000 + Number(told.slice(20, -1)) - micros);

function written(micros: number): string {
  return `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, 20)}${String(micros % 1_000_000).padStart(6, '0')}Z`;
}
