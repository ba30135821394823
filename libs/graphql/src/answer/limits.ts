import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** How much one query may ask for. */
export interface Limits {
  /** Fields within fields. */
  depth: number;
  /** Fields, each fragment counted wherever it is spread. */
  fields: number;
  /** Fields with fields of their own; each costs a question to the service that has the objects. */
  relations: number;
  /** Values in the answer. */
  values: number;
}

/** The longest query, in characters and in words. */
export const longestQuery = 100_000;
export const mostTokens = 10_000;

/** What a selection amounts to with all its fragments. */
interface Size {
  depth: number;
  fields: number;
  relations: number;
}

const nothing: Size = { depth: 0, fields: 0, relations: 0 };

/**
 * Throws when a definition asks for more than it may, before anything is spent on it. Fragments are measured once each.
 */
export function checkLimits({ definitions }: DocumentNode, limits: Limits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const measured = new Map<string, Size>();

  const sizeOf = (set: SelectionSetNode | undefined): Size => {
    let { depth, fields, relations } = nothing;
    for (const selection of set?.selections ?? []) {
      const isField = selection.kind === Kind.FIELD;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragmentSize(selection.name.value) : sizeOf(selection.selectionSet);
      fields += inner.fields + (isField ? 1 : 0);
      // Introspection asks nobody, and has bounds of its own.
      if (isField && selection.name.value.startsWith('__')) continue;
      depth = Math.max(depth, inner.depth + (isField ? 1 : 0));
      relations += inner.relations + (isField && selection.selectionSet ? 1 : 0);
    }
    return { depth, fields, relations };
  };
  // A fragment within itself counts nothing here; validation finds it.
  const fragmentSize = (name: string): Size => {
    const known = measured.get(name);
    if (known) return known;
    measured.set(name, nothing);
    const size = sizeOf(fragments.get(name)?.selectionSet);
    measured.set(name, size);
    return size;
  };

  let fields = 0;
  for (const definition of definitions) {
    const size = measure(definition);
    fields += size.fields;
    if (size.depth > limits.depth) throw new GraphQLError(`The query is nested deeper than ${limits.depth} fields.`);
    if (size.relations > limits.relations)
      throw new GraphQLError(`The query asks for more than ${limits.relations} relations and lists.`);
    if (fields > limits.fields) throw new GraphQLError(`The query asks for more than ${limits.fields} fields.`);
  }

  function measure(definition: DefinitionNode): Size {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return fragmentSize(definition.name.value);
    return definition.kind === Kind.OPERATION_DEFINITION ? sizeOf(definition.selectionSet) : nothing;
  }
}
