import type { Rule } from '@plumbline/model';
import { isObject } from './deepMerge';

/** Context data is an object; what counts as nothing is nothing. */
export const localContextIsObject: Rule = ({ row: { local_config_context_data: data } }) =>
  isEmpty(data) || isObject(data)
    ? undefined
    : { local_config_context_data: ['JSON data must be in object form. Example: {"foo": 123}'] };

/** A schema describes data that is there. */
export const schemaNeedsLocalContext: Rule = ({ row }) =>
  row.local_config_context_schema !== null && isEmpty(row.local_config_context_data)
    ? { local_config_context_schema: ['Local context data must exist for a schema to be applied.'] }
    : undefined;

const isEmpty = (data: unknown): boolean => {
  if (Array.isArray(data)) return data.length === 0;
  return isObject(data) ? Object.keys(data).length === 0 : !data;
};
