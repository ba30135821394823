import { contextScopes, isObject } from '@plumbline/domain';
import type { Row } from '@plumbline/model';
import { Misunderstood, type Wanted } from '../applying/wanted';
import type { GitDocument } from '../messages';
import { folderOf, metadataOf, nameOf, objectsIn, refuseUnknown } from './parts';

const settings = ['name', 'weight', 'description', 'is_active', 'config_context_schema', 'schema', ...contextScopes];

/** The config contexts a file of `config_contexts`, or of one of its folders, asks for. */
export function contextsIn({ path, value }: GitDocument): Wanted[] {
  const scope = folderOf(path);
  if (scope === undefined) return objectsIn(value).map((item) => contextOf(path, item));
  if (!isObject(value)) throw new Misunderstood('The file must hold an object.');
  return [contextOf(path, inScope(scope, nameOf(path), value))];
}

function contextOf(path: string, item: Row): Wanted {
  const { schema, ...metadata } = metadataOf(item);
  refuseUnknown(metadata, settings);
  const { _metadata: _, ...data } = item;
  return {
    path,
    key: metadata.name,
    body: { ...everything, config_context_schema: schema ?? null, ...metadata, data },
  };
}

/** The same limited to the object that its file is named after as well, by which it is called where it says no name. */
function inScope(scope: string, name: string, item: Row): Row {
  const { _metadata: metadata = {} } = item;
  if (!isObject(metadata)) throw new Misunderstood('"_metadata" must be an object.');
  const named = scope === 'device_types' ? { model: name } : { name };
  const places = [metadata[scope] ?? []].flat();
  return { ...item, _metadata: { name: `${scope}/${name}`, ...metadata, [scope]: [...places, named] } };
}

/** What a context is where its file says nothing: what was set before goes. */
const everything: Row = {
  weight: 1000,
  description: '',
  is_active: true,
  ...Object.fromEntries(contextScopes.map((scope) => [scope, []])),
};
