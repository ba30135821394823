import type { OpenAPIV3 } from 'openapi-types';
import type { ValueReport } from './valueReport';

type Schema = OpenAPIV3.SchemaObject;

/** Compares what restricts the values of a type: null, enumerations, forms, lengths, bounds. */
export function compareLimits(before: Schema, now: Schema, values: ValueReport): void {
  if (before.nullable && !now.nullable) values.narrower('cannot be null any more');
  if (now.nullable && !before.nullable) values.wider('can be null');
  compareEnumerations(before.enum, now.enum, values);
  if (before.format !== now.format) {
    if (now.format) values.narrower(`has the format ${now.format}`);
    if (before.format) values.wider(`has the format ${before.format} no longer`);
  }
  if (before.pattern !== now.pattern) {
    if (now.pattern) values.narrower(`has the pattern ${now.pattern}`);
    else values.open('has no pattern any more');
  }
  for (const [key, direction] of bounds) {
    const [old, own] = [before[key] ?? direction * Infinity, now[key] ?? direction * Infinity];
    if (old === own) continue;
    const text = `has ${key} ${now[key] ?? 'unlimited'}, not ${before[key] ?? 'unlimited'}`;
    if (Math.sign(own - old) === direction) values.open(text);
    else values.narrower(text);
  }
}

/** Each bound, and the direction in which moving it lets in more. */
const bounds = [
  ['maximum', 1],
  ['maxLength', 1],
  ['maxItems', 1],
  ['minimum', -1],
  ['minLength', -1],
  ['minItems', -1],
] as const;

function compareEnumerations(before: unknown[] | undefined, now: unknown[] | undefined, values: ValueReport): void {
  if (before && now) {
    const gone = before.filter((value) => !now.includes(value));
    const added = now.filter((value) => !before.includes(value));
    if (gone.length > 0) values.narrower(`cannot be ${written(gone)} any more`);
    if (added.length > 0) values.open(`can be ${written(added)}`);
  } else if (before) values.open('can be anything of its type');
  else if (now) values.narrower(`can only be ${written(now)}`);
}

const written = (values: unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');
