import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a release of NetBox says of its REST API: which lists it has, and which fields their objects. */
export interface NetboxFacts {
  release: string;
  lists: Record<string, { from: string | null; fields: string[] }>;
  /** Models whose objects only stand inside of others. */
  unlisted: Record<string, string[]>;
}

/** A release whose shapes are known here. */
export type Release = '3.7' | '4.6';

/** The facts of a release. */
export const netboxFacts = (release: Release): NetboxFacts =>
  JSON.parse(readFileSync(join(__dirname, 'facts', `${release}.json`), 'utf8')) as NetboxFacts;
