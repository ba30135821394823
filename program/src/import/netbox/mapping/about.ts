import { kindsHere, kindsNowhere } from './labels';
import { type Context, derived, type Mapping, type NetboxObject } from './language';

/** The kinds of objects something is about; before 4.0 the field had another name. */
const kindsOf = (object: NetboxObject): unknown => object.object_types ?? object.content_types;

/** Fields that say what kinds of objects something is about. */
export const about: Mapping['fields'] = {
  object_types: derived('the kinds of objects here that these are'),
  content_types: derived('the kinds of objects here that these are'),
};

/** Reports the kinds of objects that something was about and that there are none of here. */
export function tellNowhere(from: string, object: NetboxObject, context: Context): void {
  for (const label of kindsNowhere(kindsOf(object)))
    context.nowhere(from, object, 'object_types', `objects of ${label} are of no kind here that could have it`);
}

/** The kinds of objects here that something is about, of those that can have it. */
export const kindsWith = (object: NetboxObject, able: ReadonlySet<string>): string[] =>
  kindsHere(kindsOf(object)).filter((label) => able.has(label));
