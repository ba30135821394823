/** An object as the API shows it. */
export interface ApiObject {
  id: string | number;
  display: string;
  url: string;
  object_type: string;
  [field: string]: unknown;
}

/** A related object where it is not shown in full. */
export interface RelatedObject {
  id: string | number;
  object_type: string;
  url: string;
  display?: string;
  [field: string]: unknown;
}

export interface Page<T = ApiObject> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** A choice as objects show it. */
export interface Choice {
  value: string | number;
  label: string;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value of an object is another object. */
export const isRelated = (value: unknown): value is RelatedObject =>
  isRecord(value) && typeof value.url === 'string' && 'id' in value && typeof value.object_type === 'string';

/** Whether a value of an object is one of a field's choices. */
export const isChoice = (value: unknown): value is Choice =>
  isRecord(value) && 'value' in value && typeof value.label === 'string';
