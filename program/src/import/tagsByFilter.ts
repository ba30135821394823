import type { Model, Row } from '@plumbline/model';
import { endpointOf } from '@plumbline/upkeep';
import { allModels } from '../dump/dumpEverything';
import { linesOf } from '../restore/dumpFile';
import { refuseCircle } from './readPage';
import type { Source } from './source';

/** Whether objects of a model have tags that the REST API does not show, though it can be asked for them by tag. */
export const tagsAreNotShown = ({ fields }: Model): boolean => fields.tags?.options.unshown === true;

const tagEndpoint = endpointOf(allModels().find(({ label }) => label === 'extras.tag')!);
const atATime = 500;

/** The tags of each object of a model, by its id: the objects are asked for by each tag that they may have. */
export async function tagsByFilter(
  source: Source,
  file: string,
  model: Model,
): Promise<ReadonlyMap<unknown, string[]>> {
  const tags = new Map<unknown, string[]>();
  for (const tag of await tagsFor(file, model))
    for (let offset = 0, more = true; more; ) {
      const page = await source.page(endpointOf(model), { offset, limit: atATime, shallow: true, tag });
      for (const { id } of page.objects) tags.set(id, [...(tags.get(id) ?? []), tag]);
      offset += page.objects.length;
      refuseCircle(page, offset);
      more = page.more;
    }
  return tags;
}

/** The ids of the tags in a copy that objects of a model may have. */
async function tagsFor(file: string, { label }: Model): Promise<string[]> {
  const start = `{"endpoint":${JSON.stringify(tagEndpoint)},`;
  const ids: string[] = [];
  for await (const { text } of linesOf(file)) {
    if (!text.startsWith(start)) continue;
    const { object } = JSON.parse(text) as { object: Row };
    if ((object.content_types as unknown[] | undefined)?.includes(label)) ids.push(String(object.id));
  }
  return ids;
}
