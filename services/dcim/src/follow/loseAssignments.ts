import { loseAddresses, lostAddresses } from '@plumbline/domain';
import { byRequest, type ChangeRecord, changeContext, type UnitOfWork } from '@plumbline/engine';
import { addressesOfDevices } from '../addresses/addressesOfDevices';

/** Where an address is no more, it is not primary either. */
export async function loseAssignments(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  for (const [own, records] of byRequest(work, changes))
    await loseAddresses(addressesOfDevices, changeContext(own), lostAddresses(addressesOfDevices, records));
}
