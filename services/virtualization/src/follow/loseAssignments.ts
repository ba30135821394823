import { loseAddresses, lostAddresses } from '@plumbline/domain';
import { byRequest, type ChangeRecord, changeContext, type UnitOfWork } from '@plumbline/engine';
import { addressesOfMachines } from '../addresses/addressesOfMachines';

/** Where an address is no more, it is not primary either. */
export async function loseAssignments(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  for (const [own, records] of byRequest(work, changes))
    await loseAddresses(addressesOfMachines, changeContext(own), lostAddresses(addressesOfMachines, records));
}
