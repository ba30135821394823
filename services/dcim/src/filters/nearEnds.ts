import { problems } from '@plumbline/http';
import { type FilterRule, readUuid, where } from '@plumbline/model';

/** Components of devices of these names. */
export const nearDevices: FilterRule = (values) => where('device.name', 'in', values);

/** Components of the devices with these ids. */
export const nearDevicesById: FilterRule = (values) => where('device', 'in', readIds(values));

/** Components of devices at locations of this name, which is one. */
export const nearAt: FilterRule = (values) => where('device.location.name', 'exact', values.at(-1));

/** The ids that values of a parameter are; a 400 where one is none. */
export function readIds(values: readonly string[]): string[] {
  return values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw problems.malformed('Enter a valid UUID.');
    return id;
  });
}
