import type { Row } from '@plumbline/model';
import type { AddressHost } from './addressHost';

/** An address that may have left an interface. */
export interface Lost {
  address: string;
  /** The interface, if the assignment has been deleted and not come to be about something else. */
  interface?: string;
  /** The host, if the interface has been deleted. */
  host?: string;
}

/** What may have happened to an assignment. */
interface Told {
  action: string;
  object_data: Row | null;
}

/** Of what ipam tells of assignments, the addresses that may have left interfaces of such hosts. */
export const lostAddresses = ({ link }: AddressHost, told: Told[]): Lost[] =>
  told.flatMap(({ action, object_data: assignment }): Lost[] => {
    if (action === 'create' || !assignment?.[link]) return [];
    const address = String(assignment.ip_address);
    return [action === 'delete' ? { address, interface: String(assignment[link]) } : { address }];
  });
