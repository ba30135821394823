import { problems } from '@plumbline/http';
import { anyOf, type FilterRule, readUuid, where } from '@plumbline/model';

const notAvailable = () =>
  problems.malformed('Select a valid choice. That choice is not one of the available choices.');

/**
 * What a VRF sees: what is in it, and what is in VRFs that export a route target it imports. `path` leads to the VRFs
 * something is in; the VRF meant is named by its id or its route distinguisher, the last value when repeated.
 */
export const presentInVrf =
  (path: string, key: 'id' | 'rd'): FilterRule =>
  async (values, context) => {
    const value = values.at(-1)!;
    if (key === 'id' && readUuid(value) === undefined) throw notAvailable();
    const vrfs = await context.find('ipam.vrf', where(key, 'exact', value));
    if (vrfs.length === 0) throw notAvailable();
    return anyOf(where(path, 'in', vrfs), where(`${path}.export_targets.importing_vrfs`, 'in', vrfs));
  };
