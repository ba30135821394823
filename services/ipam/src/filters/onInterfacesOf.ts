import { problems } from '@plumbline/http';
import { allOf, anyOf, type FilterRule, readUuid, where } from '@plumbline/model';

type Host = 'device' | 'virtual_machine';

/**
 * Addresses on the interfaces of the named devices or virtual machines. The master of a virtual chassis has the
 * interfaces of all its members, but for those that are for management only. A name that nothing bears matches nothing.
 */
export const onInterfacesOf =
  (host: Host, key: 'id' | 'name'): FilterRule =>
  async (values, context) => {
    if (key === 'id' && values.some((value) => readUuid(value) === undefined))
      throw problems.malformed('Enter a valid UUID.');
    if (host === 'virtual_machine') {
      const interfaces = await context.find(
        'virtualization.vminterface',
        where(`virtual_machine.${key}`, 'in', values),
      );
      return where('interface_assignments.vm_interface', 'in', interfaces);
    }
    const interfaces = await context.find(
      'dcim.interface',
      anyOf(
        where(`device.${key}`, 'in', values),
        allOf(where(`device.virtual_chassis.master.${key}`, 'in', values), where('mgmt_only', 'exact', false)),
      ),
    );
    return where('interface_assignments.interface', 'in', interfaces);
  };
