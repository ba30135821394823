let latest = 0;

/**
 * The moment as the database shows it, to the microsecond; later than any other this process was told, so that it tells
 * an order.
 */
export function moment(): string {
  latest = Math.max(latest + 1, Math.round((performance.timeOrigin + performance.now()) * 1000));
  const micros = latest;
  return `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, 20)}${String(micros % 1_000_000).padStart(6, '0')}Z`;
}
