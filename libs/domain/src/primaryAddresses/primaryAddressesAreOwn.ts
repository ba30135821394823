import { type BatchRule, type Candidate, type RuleResult, where } from '@plumbline/model';
import { type AddressHost, addressVersions, type PrimaryAddress, primaryAddresses } from './addressHost';
import { heldAddresses } from './heldAddresses';

const shown = ['host', 'mask_length', 'ip_version', 'nat_inside'];

/**
 * Primary addresses are of their version, and they or those they stand for outside are on interfaces of the host. What
 * changed elsewhere counts: one that no longer holds refuses every write of its host until it is given up.
 */
export const primaryAddressesAreOwn =
  (host: AddressHost): BatchRule =>
  async (candidates, context) => {
    const named = candidates.flatMap((candidate) => namedBy(candidate).map((field) => candidate.row[field] as string));
    if (named.length === 0) return [];
    const found = await context.select('ipam.ipaddress', where('id', 'in', [...new Set(named)]), shown);
    const addresses = new Map(found.map((row) => [row.id, row]));
    const holds = await heldAddresses(host, context, found);
    const check = (candidate: Candidate, field: PrimaryAddress): RuleResult => {
      const address = addresses.get(candidate.row[field]);
      if (!address) return undefined;
      const text = `${address.host}/${address.mask_length}`;
      if (address.ip_version !== addressVersions[field])
        return { [field]: [`${text} is not an IPv${addressVersions[field]} address.`] };
      return holds(candidate.row.id, address)
        ? undefined
        : { [field]: [`The specified IP address (${text}) is not assigned to this ${host.title}.`] };
    };
    return candidates.map((candidate): RuleResult => {
      for (const field of namedBy(candidate)) {
        const result = check(candidate, field);
        if (result) return result;
      }
      return undefined;
    });
  };

/** The primary addresses that the object of a write is to have. */
const namedBy = ({ row }: Candidate): PrimaryAddress[] => primaryAddresses.filter((field) => row[field] !== null);
