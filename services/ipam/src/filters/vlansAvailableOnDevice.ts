import { problems } from '@plumbline/http';
import { anyOf, type FilterRule, nothing, readUuid, where } from '@plumbline/model';

/** VLANs that a device can carry: those without a location, and those of exactly a device's location. */
export const vlansAvailableOnDevice: FilterRule = async (values, context) => {
  const ids = values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw problems.malformed('Enter a valid UUID.');
    return id;
  });
  const locations = await context.find('dcim.location', where('devices.id', 'in', ids));
  if (locations.length === 0) return nothing;
  return anyOf(where('location', 'isnull', true), where('location', 'in', locations));
};
