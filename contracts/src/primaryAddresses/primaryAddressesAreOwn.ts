import { type BatchRule, type Candidate, changes, type Verdict, where } from '@plumbline/model';
import { type AddressHost, addressVersions, type PrimaryAddress, primaryAddresses } from './addressHost';
import { heldAddresses } from './heldAddresses';

const shown = ['host', 'mask_length', 'ip_version', 'nat_inside'];

/** Primary addresses are of their version, and they or those they stand for outside are on interfaces of the host. */
export const primaryAddressesAreOwn =
  (host: AddressHost): BatchRule =>
  async (candidates, context) => {
    const named = candidates.flatMap((candidate) =>
      namedBy(host, candidate).map((field) => candidate.row[field] as string),
    );
    if (named.length === 0) return [];
    const found = await context.select('ipam.ipaddress', where('id', 'in', [...new Set(named)]), shown);
    const addresses = new Map(found.map((row) => [row.id, row]));
    const holds = await heldAddresses(host, context, found);
    const judge = (candidate: Candidate, field: PrimaryAddress): Verdict => {
      const address = addresses.get(candidate.row[field]);
      if (!address) return undefined;
      const text = `${address.host}/${address.mask_length}`;
      if (address.ip_version !== addressVersions[field])
        return { [field]: [`${text} is not an IPv${addressVersions[field]} address.`] };
      return holds(candidate.row.id, address)
        ? undefined
        : { [field]: [`The specified IP address (${text}) is not assigned to this ${host.title}.`] };
    };
    return candidates.map((candidate): Verdict => {
      for (const field of namedBy(host, candidate)) {
        const verdict = judge(candidate, field);
        if (verdict) return verdict;
      }
      return undefined;
    });
  };

/** The primary addresses a write has to answer for. */
const namedBy = ({ dependsOn }: AddressHost, candidate: Candidate): PrimaryAddress[] => {
  const inQuestion = dependsOn !== undefined && changes(candidate, dependsOn);
  return primaryAddresses.filter((field) => candidate.row[field] !== null && (inQuestion || changes(candidate, field)));
};
