import type { Row } from '@plumbline/model';
import type { AddressHost } from './addressHost';

/** What may have happened to an assignment. */
interface Told {
  action: string;
  object_data: Row | null;
}

/** Of what ipam tells of assignments, the addresses that may have left interfaces of such hosts. */
export const lostAddresses = ({ link }: AddressHost, told: Told[]): string[] =>
  told.flatMap(({ action, object_data: assignment }) =>
    action === 'create' || !assignment?.[link] ? [] : [String(assignment.ip_address)],
  );
