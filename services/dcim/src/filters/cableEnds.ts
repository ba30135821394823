import { cableTerminations } from '@plumbline/domain';
import { problems } from '@plumbline/http';
import { anyOf, type FilterRule, where } from '@plumbline/model';
import { readIds } from './nearEnds';

const eitherDevice = (path: string, values: readonly string[]) =>
  anyOf(where(`termination_a_device.${path}`, 'in', values), where(`termination_b_device.${path}`, 'in', values));

/** Cables with an end at a device of which the value at a path is one of those given. */
export const endsAtDevices =
  (path: string): FilterRule =>
  (values) =>
    eitherDevice(path, values);

/** As `endsAtDevices`, for ids. */
export const endsAtIds =
  (path: string): FilterRule =>
  (values) =>
    eitherDevice(path, readIds(values));

/** Cables with an end of one of these kinds. */
export const endsAtKind: FilterRule = (values) => {
  for (const value of values)
    if (!(cableTerminations as string[]).includes(value))
      throw problems.malformed(`Select a valid choice. ${value} is not one of the available choices.`);
  return anyOf(where('termination_a_type', 'in', values), where('termination_b_type', 'in', values));
};
