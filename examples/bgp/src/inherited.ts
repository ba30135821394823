import type { Row } from '@plumbline/model';

/** From where a peering takes what it does not say itself, the closest first. */
const sources = ['', 'peer_group.', 'peer_group.template.'];

/** The paths at which a field of a peering is looked for, its own aside. */
export const inheritedFrom = (field: string): string[] => sources.slice(1).map((source) => `${source}${field}`);

/** The value of a field that holds for a peering: its own, its group's, or that of the group's template. */
export const inherited = (peering: Row, field: string): unknown =>
  sources.map((source) => peering[`${source}${field}`] ?? null).find((value) => value !== null) ?? null;

/** Attributes add up: what is closer to the peering takes the place of what is farther, name by name. */
export const mergedAttributes = (peering: Row): Row =>
  Object.assign({}, ...sources.toReversed().map((source) => peering[`${source}extra_attributes`] ?? {}));
