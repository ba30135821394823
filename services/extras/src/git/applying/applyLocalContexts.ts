import type { KeptLocalContexts, LocalContexts } from '@plumbline/domain';
import { type BusRequests, modelReader, type UnitOfWork } from '@plumbline/engine';
import { localFolders } from '../layout/contextFolders';
import { localContextIn } from '../layout/localContexts';
import type { Provision } from '../messages';
import type { Report } from '../report';
import { Misunderstood } from './wanted';

/** What their owners are asked. */
export const localContextRequests: BusRequests[] = Object.values(localFolders).map((of) => ({
  of,
  verbs: ['keepLocalContexts'],
}));

/** Gives devices and virtual machines the data of their own that a repository has for them, as their owners do it. */
export async function applyLocalContexts(
  work: UnitOfWork,
  id: string,
  provision: Provision,
  tell: Report,
): Promise<void> {
  for (const [folder, label] of Object.entries(localFolders)) {
    const place = `config_contexts/${folder}/`;
    const pathOf = new Map<string, string>();
    const contexts: LocalContexts['contexts'] = [];
    let partial = provision.problems.some(({ path }) => path.startsWith(place));
    for (const document of provision.contexts.filter(({ path }) => path.startsWith(place)))
      try {
        const context = localContextIn(document);
        if (pathOf.has(context.name)) throw new Misunderstood(`${pathOf.get(context.name)} is for it already.`);
        pathOf.set(context.name, document.path);
        contexts.push(context);
      } catch (error) {
        if (!(error instanceof Misunderstood)) throw error;
        partial = true;
        tell('error', error.message, { path: document.path, part: 'local contexts' });
      }
    const { userId, username } = work.scope.identity;
    const request: LocalContexts = {
      owner: { label: 'extras.gitrepository', id },
      identity: { userId, username },
      contexts,
      partial,
      dryRun: work.scope.dryRun === true,
    };
    const kept = await modelReader(work).ask<KeptLocalContexts>(label, 'keepLocalContexts', request);
    const about = (name: string) => ({ path: pathOf.get(name) ?? place, part: 'local contexts' });
    for (const { name, fault } of kept.faults) tell('error', `${name}: ${fault}`, about(name));
    for (const name of kept.changed) tell('success', `${name} was changed.`, about(name));
    for (const name of kept.cleared) tell('success', `${name} lost its data.`, about(name));
  }
}
