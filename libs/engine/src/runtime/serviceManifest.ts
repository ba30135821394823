import type { App } from '@plumbline/config';
import { type AppFacts, type Model, manifestOf, validatedWrites } from '@plumbline/model';
import type { Extensions } from '../core/extensions/extension';
import type { ServiceDefinition } from '../core/service';

/** What the manifest of a service follows from. */
export type CatalogedService = Pick<ServiceDefinition, 'app' | 'models' | 'follow' | 'validators'>;

/** What a service is to all others: plain data, made of its definition alone. */
export interface ServiceManifest extends AppFacts {
  app: App;
}

/** The same as a service says it of itself. */
export interface VersionedManifest extends ServiceManifest {
  version: string;
}

export function serviceManifestOf(
  { app, models, follow, validators = [] }: CatalogedService,
  extensions: Extensions,
): ServiceManifest {
  const surroundings = { models: byLabel(models) };
  const own = !follow || follow.of === 'everything' ? [] : follow.of;
  const added = extensions.followed.filter(({ concerns }) => concerns(surroundings)).flatMap((known) => known.models);
  return {
    app,
    models: models.map(manifestOf),
    follows: [...new Set([...own, ...added])],
    validates: validators.map(({ of, columns, on = validatedWrites }) => [of, { columns: [...columns], on: [...on] }]),
  };
}

const byLabel = (models: readonly Model[]): ReadonlyMap<string, Model> =>
  new Map(models.map((model) => [model.label, model]));
