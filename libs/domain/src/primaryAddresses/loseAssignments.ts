import { byRequest, type ChangeRecord, changeContext, type UnitOfWork } from '@plumbline/engine';
import type { AddressHost } from './addressHost';
import { loseAddresses } from './loseAddresses';
import { lostAddresses } from './lostAddresses';

/** Where an address is no more, it is not primary either: takes in changes of `ipam.ipaddresstointerface`. */
export const loseAssignments =
  (host: AddressHost) =>
  async (work: UnitOfWork, changes: ChangeRecord[]): Promise<void> => {
    for (const [own, records] of byRequest(work, changes))
      await loseAddresses(host, changeContext(own), lostAddresses(host, records));
  };
