import type { ToDelete } from '../../core/deletions/toDelete';
import type { Engine, UnitOfWork } from '../../core/engine';
import type { LooseReference } from '../../core/extensions/extension';
import { extensionsOf } from '../../core/extensions/registered';
import type { Protector } from '../../core/messages/messages';

const looseReferences = (engine: Engine): LooseReference[] =>
  extensionsOf(engine).all.flatMap((extension) => extension.looseReferences ?? []);

/** Applications whose objects may refer to those of a model otherwise than by relations. */
export const looselyReferring = (engine: Engine, label: string): string[] =>
  looseReferences(engine).flatMap(({ to, isFrom }) =>
    to === label ? engine.catalog.manifests.filter(isFrom).map(({ app }) => app) : [],
  );

/** What of this service refers to something that is to go otherwise than by a relation, and stands in its way. */
export async function looseProtectors(work: UnitOfWork, toDelete: ToDelete): Promise<Protector[]> {
  const concerned = looseReferences(work.engine).filter(({ to }) => (toDelete.get(to)?.size ?? 0) > 0);
  const found = await Promise.all(concerned.map(({ protectors }) => protectors(work, toDelete)));
  return found.flat();
}
