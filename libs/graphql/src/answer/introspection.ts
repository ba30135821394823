import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

const lists = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues', 'args']);
const roots = new Set(['__schema', '__type']);
const mostRoots = 5;

/** Where a selection stands: outside introspection, in it, or in a list within it. */
type Place = 'outside' | 'inside' | 'list';

/**
 * Throws when a query asks for the schema several times over. The schema is large: to ask for it in the usual way takes
 * a moment, to ask for the fields of the types of its fields would take hours. Answers whether it asks for that alone.
 */
export function checkIntrospection({ definitions }: DocumentNode): boolean {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const seen = new Set<string>();
  let asksSchema = 0;
  let asksElse = false;

  const walk = (set: SelectionSetNode | undefined, place: Place): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, place);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (seen.has(`${place} ${name}`)) continue;
        seen.add(`${place} ${name}`);
        walk(fragments.get(name), place);
      } else walk(selection.selectionSet, enter(selection.name.value, selection.alias !== undefined, place));
    }
  };

  const enter = (name: string, isRenamed: boolean, place: Place): Place => {
    if (place === 'outside') {
      if (!roots.has(name)) {
        asksElse = true;
        return 'outside';
      }
      if (++asksSchema > mostRoots)
        throw new GraphQLError(`The schema can be asked for ${mostRoots} times in one query.`);
      return 'inside';
    }
    if (isRenamed) throw new GraphQLError('What is asked of the schema cannot be given other names.');
    // The arguments of fields are part of the usual question.
    if (place === 'list' && lists.has(name) && name !== 'args')
      throw new GraphQLError(`The list ${name} of the schema cannot be asked for within another.`);
    return place === 'list' || lists.has(name) ? 'list' : place;
  };

  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  for (const { selectionSet } of operations) walk(selectionSet, 'outside');
  return asksSchema > 0 && !asksElse && operations.length === 1;
}
