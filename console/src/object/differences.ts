import { isRecord } from '../api/types';

export interface Difference {
  /** The field, and within a dictionary of its own the key. */
  name: string;
  label: string;
  was: unknown;
  is: unknown;
}

/** What every write changes and nobody asks about. */
const ignored = new Set(['last_updated', 'created']);
/** Fields whose keys are told one by one. */
const opened = new Set(['custom_fields', 'local_config_context_data', 'data']);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What is different between two versions of an object, field by field. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !ignored.has(name));
  return names.flatMap((name): Difference[] => {
    const [was, is] = [before[name], after[name]];
    if (opened.has(name) && (isRecord(was) || isRecord(is)))
      return differences(isRecord(was) ? was : {}, isRecord(is) ? is : {}).map((inner) => ({
        ...inner,
        name,
        label: `${name}.${inner.label}`,
      }));
    if ((isEmpty(was) && isEmpty(is)) || JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ name, label: name, was, is }];
  });
}
