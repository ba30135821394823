import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

const lists = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes', 'enumValues', 'args']);
const roots = new Set(['__schema', '__type']);
const mostRoots = 5;

/** Where a selection stands: outside introspection, in it, or in a list within it. */
type Place = 'outside' | 'inside' | 'list';

/**
 * Throws when a query asks for the schema several times over. The schema is large: to ask for it in the usual way takes a
 * moment, to ask for the fields of the types of its fields would take hours.
 */
export function checkIntrospection({ definitions }: DocumentNode): void {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const seen = new Set<string>();
  let count = 0;

  const walk = (set: SelectionSetNode | undefined, place: Place): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, place);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (seen.has(`${place} ${name}`)) continue;
        seen.add(`${place} ${name}`);
        walk(fragments.get(name), place);
      } else walk(selection.selectionSet, placeOf(selection.name.value, selection.alias !== undefined, place));
    }
  };

  const placeOf = (name: string, isRenamed: boolean, place: Place): Place => {
    if (place === 'outside') {
      if (!roots.has(name)) return 'outside';
      if (++count > mostRoots) throw new GraphQLError(`The schema can be asked for ${mostRoots} times in one query.`);
      return 'inside';
    }
    if (isRenamed) throw new GraphQLError('What is asked of the schema cannot be given other names.');
    // The arguments of fields are part of the usual question.
    if (place === 'list' && lists.has(name) && name !== 'args')
      throw new GraphQLError(`The list ${name} of the schema cannot be asked for within another.`);
    return place === 'list' || lists.has(name) ? 'list' : place;
  };

  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, 'outside');
}
