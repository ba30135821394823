import { f } from '@plumbline/model';
import { globalNamespace, makeGlobalNamespace } from '../sql/globalNamespace';

/**
 * The namespace an object belongs to: `Global`, which is made again when somebody deleted it, unless a create or replace
 * names another.
 */
export const inGlobalNamespace = (reverse: string) =>
  f.ref('ipam.namespace', { reverse }).defaultAlsoOnReplace(globalNamespace).with({ makeDefault: makeGlobalNamespace });
