import { isObject } from '@plumbline/domain';

/** Whether a JSON value is one that the contract counts as left blank. */
export const isBlankJson = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
