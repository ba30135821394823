import type { Candidate, RuleResult } from '@plumbline/model';

/** What is wrong with an address by itself, wherever it belongs. */
export function wrongByItself({ before, row }: Candidate): RuleResult {
  // Another host is another address; only the length of its network may change.
  if (before && before.host !== row.host) return { address: ['Host address cannot be changed once created'] };
  // Stateless autoconfiguration exists in IPv6 alone.
  if (row.type === 'slaac' && row.ip_version !== 6) return { type: ['Only IPv6 addresses can be assigned SLAAC type'] };
  return undefined;
}
