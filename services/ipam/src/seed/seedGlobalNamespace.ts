import type { UnitOfWork } from '@plumbline/engine';
import { makeGlobalNamespace } from '../sql/globalNamespace';

/** Makes the namespace that objects belong to when none is named. */
export async function seedGlobalNamespace(work: UnitOfWork): Promise<undefined> {
  await makeGlobalNamespace(work.sql);
  return undefined;
}
