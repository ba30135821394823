import type { Rule } from '@plumbline/model';

/** A service runs on a device or on a virtual machine, never on both. */
export const hasOneHost: Rule = ({ row }) => {
  if (row.device && row.virtual_machine)
    return { __all__: ['A service cannot be associated with both a device and a virtual machine.'] };
  if (!row.device && !row.virtual_machine)
    return { __all__: ['A service must be associated with either a device or a virtual machine.'] };
  return undefined;
};

/** The contract notices what is missing late, together with whatever else the model says. */
export const isGiven: Rule = ({ row }) => {
  const missing = ['protocol', 'ports'].filter((name) => ((row[name] ?? '') as string | number[]).length === 0);
  if (missing.length === 0) return undefined;
  return Object.fromEntries(missing.map((name) => [name, ['This field cannot be blank.']]));
};
