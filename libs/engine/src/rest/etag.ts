import { hash } from 'node:crypto';
import { Problem } from '@plumbline/http';
import type { Model, Row } from '@plumbline/model';
import { storedNames } from '../plan/columns';

const digest = (text: string): string => hash('sha1', text, 'base64').slice(0, 22);

/** Tells one state of an object's own columns from another. */
const versionOf = (model: Model, row: Row): string =>
  digest(JSON.stringify(storedNames(model).map((name) => row[name])));

/**
 * The `ETag` of an object as shown: the version of the object itself, which `If-Match` is about, and a digest of all
 * that is shown with it (`shown`, as JSON), counters and related objects included, which `If-None-Match` is about.
 */
export function entityTag(model: Model, row: Row, shown: string): string {
  return `"${versionOf(model, row)}.${digest(shown)}"`;
}

const tagsOf = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));

/** Whether the client has exactly this already. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && tagsOf(ifNoneMatch).some((known) => known === '*' || `"${known}"` === tag);
}

/** Makes the check that a write's `If-Match` asks for: a 412 when the object is not what the client saw any more. */
export function precondition(model: Model, ifMatch: string | undefined): ((row: Row) => void) | undefined {
  if (ifMatch === undefined) return undefined;
  const versions = tagsOf(ifMatch).map((tag) => tag.split('.')[0]);
  return (row) => {
    if (!versions.includes('*') && !versions.includes(versionOf(model, row)))
      throw new Problem(412, { detail: 'The object was changed since it was read.' });
  };
}
