import { f } from '@plumbline/model';

/** The namespace that is meant when none is named; it is there from the start. */
export const globalNamespace = 'Global';

/** The namespace an object belongs to: `Global` unless a create or replace names another. */
export const inGlobalNamespace = (reverse: string) =>
  f.ref('ipam.namespace', { reverse }).defaultAlsoOnReplace(globalNamespace);
