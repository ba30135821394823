import type { Row, Rule } from '@plumbline/model';

/** A group of racks is fed by panels at its location and below. */
export const groupReachesPanel: Rule = ({ related: { location, rack_group: group } }) => {
  if (!location || !group) return undefined;
  if ((location.tree_ids as string[]).includes(String(group.location))) return undefined;
  return { rack_group: [`The rack group belongs to a location that does not include location "${location.name}".`] };
};

/** A feed serves a rack at exactly its panel's location. */
export const rackStandsAtPanel: Rule = ({ related: { power_panel: panel, rack } }) =>
  panel && rack && panel.location !== rack.location
    ? { __all__: [`Rack ${rack.name} and power panel ${panel.name} are at different locations.`] }
    : undefined;

/** Only direct current has a polarity. */
export const alternatingIsPositive: Rule = ({ row }) =>
  row.supply === 'ac' && Number(row.voltage) < 0
    ? { voltage: ['Voltage cannot be negative for AC supply.'] }
    : undefined;

const threePhaseFactor = 1.732;

/** The watts a feed can give, to the nearest; a half goes to the even neighbour. */
export function availablePower(feed: Row): number {
  const [voltage, amperage, utilization] = [feed.voltage, feed.amperage, feed.max_utilization].map(Number) as [
    number,
    number,
    number,
  ];
  const watts = Math.abs(voltage) * amperage * (utilization / 100);
  return roundHalfEven(feed.phase === 'three-phase' ? watts * threePhaseFactor : watts);
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
