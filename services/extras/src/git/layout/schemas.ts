import type { Wanted } from '../applying/wanted';
import { Misunderstood } from '../applying/wanted';
import type { GitDocument } from '../messages';
import { metadataOf, objectsIn, refuseUnknown } from './parts';

/** The schemas a file of `config_context_schemas` asks for. */
export function schemasIn({ path, value }: GitDocument): Wanted[] {
  return objectsIn(value).map((item) => {
    const metadata = metadataOf(item);
    refuseUnknown(metadata, ['name', 'description']);
    if (item.data_schema === undefined) throw new Misunderstood('The data lack the "data_schema".');
    return { path, key: metadata.name, body: { description: '', ...metadata, data_schema: item.data_schema } };
  });
}
