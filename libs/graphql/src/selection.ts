import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The columns of a row this field is answered from. */
    columns?: string[];
    /** Whether it is answered from rows that link the object with others. */
    isLinked?: boolean;
  }
}

/** What a query wants of the objects of one type at one place. */
export interface Selection {
  columns: string[];
  /** How many fields. */
  size: number;
  /** Whether it asks what is linked with them, which is told of those that may be viewed alone. */
  asksLinks: boolean;
}

/** Gathers what the selections of a field want of objects of a type, fragments included. */
export function selectionOf(info: GraphQLResolveInfo, type: GraphQLObjectType, nodes: readonly FieldNode[]): Selection {
  const columns = new Set<string>();
  const fields = type.getFields();
  let size = 0;
  let asksLinks = false;
  const walk = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (isLeftOut(info, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        size++;
        const { columns: own = [], isLinked = false } = fields[selection.name.value]?.extensions ?? {};
        for (const column of own) columns.add(column);
        asksLinks ||= isLinked;
        continue;
      }
      const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]!;
      if (part.typeCondition && !applies(info, part.typeCondition.name.value, type)) continue;
      walk(part.selectionSet);
    }
  };
  for (const node of nodes) walk(node.selectionSet);
  return { columns: [...columns], size, asksLinks };
}

/** Whether `@skip` or `@include` leaves it out of the answer. */
const isLeftOut = ({ variableValues }: GraphQLResolveInfo, selection: SelectionNode): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true ||
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false;

/** Whether what is said of a type (or of a union) is said of this one. */
function applies({ schema }: GraphQLResolveInfo, condition: string, type: GraphQLObjectType): boolean {
  const named = schema.getType(condition);
  return named === type || (named !== undefined && 'getTypes' in named && named.getTypes().includes(type));
}
