import type { UnitOfWork } from '@plumbline/engine';
import type { Label, Row } from '@plumbline/model';
import { isLocal } from '../layout/contextFolders';
import { contextsIn } from '../layout/contexts';
import { schemasIn } from '../layout/schemas';
import { templatesIn } from '../layout/templates';
import type { Provision } from '../messages';
import type { Report } from '../report';
import { applyOwned } from './applyOwned';
import { keepJobFiles } from './keepJobFiles';
import { kindOf } from './kinds';
import { understand } from './understand';
import type { WantedOfKind } from './wanted';

/** Objects that are to go when the transaction is over, since other services may refer to them. */
export type Leftovers = Map<Label, string[]>;

/**
 * Takes over what a repository provides, as part of a transaction: schemas first, since contexts name them. What is not
 * among the contents of the repository any more goes as well.
 */
export async function applyProvision(
  work: UnitOfWork,
  owner: Row,
  provision: Provision,
  tell: Report,
): Promise<Leftovers> {
  for (const { path, text } of provision.problems) tell('error', text, { path });
  for (const path of provision.passedOver)
    tell('warning', 'Nothing is named after the files of this folder, so they were passed over.', { path });
  const inFolder = (folder: string) => provision.problems.some(({ path }) => path.startsWith(`${folder}/`));
  const contexts = provision.contexts.filter(({ path }) => !isLocal(path));
  const kinds: [Label, WantedOfKind][] = [
    [
      'extras.configcontextschema',
      understand('schemas', provision.schemas, inFolder('config_context_schemas'), schemasIn, tell),
    ],
    ['extras.configcontext', understand('contexts', contexts, inFolder('config_contexts'), contextsIn, tell)],
    [
      'extras.exporttemplate',
      understand('templates', provision.templates, inFolder('export_templates'), templatesIn, tell),
    ],
  ];
  const leftovers: Leftovers = new Map();
  for (const [label, wanted] of kinds)
    leftovers.set(label, await applyOwned(work, kindOf(work.engine, label), owner, wanted, tell));
  await keepJobFiles(work, String(owner.id), provision.jobs, tell);
  return leftovers;
}
