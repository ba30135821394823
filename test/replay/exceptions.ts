import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingsFolder } from './recording';

/**
 * A recorded step that is answered differently on purpose, or whose recorded answer counts objects that cannot exist
 * yet.
 */
export interface Exception {
  file: string;
  scenario: string;
  step: string;
  reason: string;
}

/** All exceptions; throws when one lacks a reason. */
export function readExceptions(): Exception[] {
  const exceptions = JSON.parse(readFileSync(join(recordingsFolder, 'exceptions.json'), 'utf8')) as Exception[];
  for (const each of exceptions)
    if (!each.reason?.trim()) throw new Error(`No reason is given for ${JSON.stringify(each)}.`);
  return exceptions;
}
