import type { Rule } from '@plumbline/model';

/** An assignment is to an interface of a device or of a virtual machine, never to both. */
export const hasOneInterface: Rule = ({ row }) => {
  if (row.interface && row.vm_interface)
    return { interface: ['Cannot use a single instance to associate to both an Interface and a VMInterface.'] };
  if (!row.interface && !row.vm_interface)
    return { interface: ['Must associate to either an Interface or a VMInterface.'] };
  return undefined;
};
