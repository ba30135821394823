import type { OpenAPIV3 } from 'openapi-types';
import type { DescriptionPair } from './descriptionPair';
import { compareNames } from './difference';
import type { Use } from './valueReport';

type Contents = Record<string, OpenAPIV3.MediaTypeObject>;

/** Compares the media types of a body or an answer, and what is in them. */
export function compareContents(
  { report, schemas }: DescriptionPair,
  use: Use,
  place: string,
  before: Contents = {},
  now: Contents = {},
): void {
  const { gone, added, kept } = compareNames(before, now);
  for (const type of gone) report('break', place, `cannot be ${type} any more`);
  for (const type of added) report('addition', place, `can be ${type}`);
  for (const type of kept)
    schemas.compare(before[type]!.schema ?? {}, now[type]!.schema ?? {}, use, `${place} (${type})`);
}
