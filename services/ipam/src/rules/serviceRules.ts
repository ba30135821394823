import type { Rule } from '@plumbline/model';

/** A service runs on a device or on a virtual machine, never on both. */
export const hasOneHost: Rule = ({ row }) => {
  if (row.device && row.virtual_machine)
    return { __all__: ['A service cannot be associated with both a device and a virtual machine.'] };
  if (!row.device && !row.virtual_machine)
    return { __all__: ['A service must be associated with either a device or a virtual machine.'] };
  return undefined;
};

/** The contract notices a missing protocol late, with the words for an empty one. */
export const protocolIsGiven: Rule = ({ row }) =>
  row.protocol ? undefined : { protocol: ['This field cannot be blank.'] };
