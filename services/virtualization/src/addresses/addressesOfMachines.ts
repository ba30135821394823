import type { AddressHost } from '@plumbline/domain';
import { sql } from '@plumbline/store';

/** Virtual machines have the addresses of their interfaces. */
export const addressesOfMachines: AddressHost = {
  label: 'virtualization.virtualmachine',
  table: 'virtualmachine',
  title: 'virtual machine',
  owner: 'virtual_machine',
  link: 'vm_interface',
  interfaces: sql.fragment`SELECT virtual_machine, id FROM vminterface`,
};
