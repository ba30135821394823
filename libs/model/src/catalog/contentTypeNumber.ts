/** The first number that no content type of the contract has, with room for more of these. */
const first = 1_000_000;
/** Clients write them with nine digits at most. */
const room = 1_000_000_000 - first;

/**
 * The number of a content type: its place among those of the contract, which begin with 1. A model that the contract does
 * not have gets one that follows from its label alone (FNV-1a), so that it is the same in every process and stays it,
 * whatever else there is.
 */
export function contentTypeNumber(label: string, contract: readonly string[]): number {
  const place = contract.indexOf(label);
  return place >= 0 ? place + 1 : first + (digest(label) % room);
}

function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
