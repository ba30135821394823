import { contextScopes } from '@plumbline/domain';
import type { Row } from '@plumbline/model';
import type { Wanted } from '../applying/wanted';
import type { GitDocument } from '../messages';
import { metadataOf, objectsIn, refuseUnknown } from './parts';

const settings = ['name', 'weight', 'description', 'is_active', 'config_context_schema', 'schema', ...contextScopes];

/** The config contexts a file of `config_contexts` asks for. */
export function contextsIn({ path, value }: GitDocument): Wanted[] {
  return objectsIn(value).map((item) => {
    const { schema, ...metadata } = metadataOf(item);
    refuseUnknown(metadata, settings);
    const { _metadata: _, ...data } = item;
    return {
      path,
      key: metadata.name,
      body: { ...everything, config_context_schema: schema ?? null, ...metadata, data },
    };
  });
}

/** What a context is where its file says nothing: what was set before goes. */
const everything: Row = {
  weight: 1000,
  description: '',
  is_active: true,
  ...Object.fromEntries(contextScopes.map((scope) => [scope, []])),
};
