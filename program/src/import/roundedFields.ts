import type { Row } from '@plumbline/model';

/** Why what a field says is not what it said there. */
export const rounded = `it is beyond ${Number.MAX_SAFE_INTEGER}, and may have been rounded`;

/** The fields of an object in which whole numbers stand that reading may have rounded. */
export const roundedFields = (object: Row): string[] => Object.keys(object).filter((field) => isRounded(object[field]));

function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}
