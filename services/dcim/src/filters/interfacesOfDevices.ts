import { problems } from '@plumbline/http';
import { allOf, anyOf, type Criteria, type FilterContext, type FilterRule, readUuid, where } from '@plumbline/model';

/**
 * Interfaces of devices as the contract counts them: their own, and for the master of a virtual chassis also those of
 * the other members that are not for management only.
 */
async function interfacesOf(devices: (string | number)[], { find }: FilterContext): Promise<Criteria> {
  const own = where('device', 'in', devices);
  const members = await find('dcim.device', where('virtual_chassis.master.id', 'in', devices));
  if (members.length === 0) return own;
  return anyOf(own, allOf(where('device', 'in', members), where('mgmt_only', 'exact', false)));
}

function readId(value: string): string {
  const id = readUuid(value);
  if (id === undefined) throw problems.malformed('Enter a valid UUID.');
  return id;
}

/** Interfaces of the devices of these names; a name nothing bears matches nothing. */
export const ofDevicesByName: FilterRule = async (values, context) =>
  interfacesOf(await context.find('dcim.device', where('name', 'in', values)), context);

/** Interfaces of the devices with these ids. */
export const ofDevicesById: FilterRule = (values, context) => interfacesOf(values.map(readId), context);

/** All interfaces of all members of the virtual chassis a device is in; its own when it is in none. */
export const ofCommonChassis: FilterRule = async (values, { find }) => {
  const device = readId(values.at(-1)!);
  const members = await find('dcim.device', where('virtual_chassis.members.id', 'exact', device));
  return where('device', 'in', [device, ...members]);
};
