import { capitalise, type Label, partsOfLabel, type Row } from './catalog/label';
import type { HomeEntry } from './catalog/menu';
import { by, type Filter, tagFilters } from './criteria/filter';
import { f } from './fields/f';
import type { Field } from './fields/field';
import type { Abilities, Model, PageLayout, Tree, Unique } from './model';

export type Trait = Partial<Abilities>;

/** What other objects are sorted into: slug, times, notes, custom fields, relationships, a change log. */
export const organizational: Trait = {
  slug: true,
  timestamps: true,
  notes: true,
  customFields: true,
  relationships: true,
  computedFields: true,
  changeLog: true,
};
/** Slug and times. */
export const plain: Trait = { slug: true, timestamps: true };
/** A slug and nothing more. */
export const bare: Trait = { slug: true };

/** Fields that traits and trees bring. */
type CommonField =
  | 'id'
  | 'created'
  | 'last_updated'
  | 'tags'
  | 'custom_fields'
  | 'tree_depth'
  | 'tree_ids'
  | 'tree_names'
  | 'tree_order';

/** What a model calls its fields; any text where some of them come from a function. */
type FieldName<Fields> = Extract<keyof Fields, string> | CommonField;

/** What may be left out and has no usual meaning then, or is declared in another form than a model has it in. */
type Apart =
  | 'label'
  | 'name'
  | 'fields'
  | 'abilities'
  | 'filters'
  | 'isListing'
  | 'displayNeeds'
  | 'restrict'
  | 'idHeader'
  | 'home'
  | 'page'
  | keyof Naming<unknown>;

/** What names fields of the model itself; those that are declared in its file are known to the compiler. */
interface Naming<Fields> {
  tree?: { [Part in keyof Tree]: FieldName<Fields> };
  partitionBy?: FieldName<Fields>;
  alsoNamedBy?: FieldName<Fields>;
  partOf?: FieldName<Fields>;
  guarded?: readonly FieldName<Fields>[];
  exclusive?: readonly FieldName<Fields>[];
  unique?: readonly (readonly FieldName<Fields>[] | Unique<FieldName<Fields>>)[];
  needs?: { [Relation in FieldName<Fields>]?: string[] };
  neededWith?: { [Relation in FieldName<Fields>]?: readonly FieldName<Fields>[] };
  /** Fields that are filters under their own names, with the look-ups of their kind. */
  filterable?: readonly FieldName<Fields>[];
}

/** A model as its file declares it; what is left out has the usual meaning. */
export interface Definition<Fields extends Record<string, Field> = Record<string, Field>>
  extends Partial<Pick<Model, Exclude<keyof Model, Apart>>>,
    Naming<NoInfer<Fields>> {
  endpoint?: string | undefined;
  traits: readonly Trait[];
  fields: Fields;
  idHeader?: string;
  restrict?: Model['restrict'];
  home?: HomeEntry;
  page?: PageLayout;
  displayNeeds?: string[];
  /** Further filters; `undefined` takes away one that every model of these traits has. */
  filters?: Record<string, Filter | undefined>;
}

const none: Abilities = {
  url: true,
  slug: false,
  timestamps: false,
  tags: false,
  notes: false,
  customFields: false,
  relationships: false,
  computedFields: false,
  changeLog: false,
  webhooks: false,
  customLinks: false,
  exportTemplates: false,
  dynamicGroups: false,
};

/** Completes a definition into a model; throws when it contradicts itself. */
export function defineModel<Fields extends Record<string, Field>>(label: Label, declared: Definition<Fields>): Model {
  // Which names there are was for the compiler to see.
  const definition = declared as unknown as Definition;
  const { app: labelApp, model: name } = partsOfLabel(label);
  const abilities = Object.assign({}, none, ...definition.traits) as Abilities;
  refuseKept(label, definition, abilities);
  const app = definition.app ?? labelApp;
  const title = definition.title ?? name;
  const fields = lookUp(withCommonFields(label, definition, abilities));
  const display = definition.display ?? (definition.tree ? displayTree : displayName);
  const unique = (definition.unique ?? []).map(uniqueOf);
  for (const { fields: set } of unique)
    for (const field of set) if (!fields[field]) throw new Error(`${label}: unique names the unknown field ${field}`);
  return {
    label,
    app,
    root: definition.root ?? app,
    name,
    endpoint: definition.endpoint,
    inGraphs: definition.inGraphs ?? definition.endpoint !== undefined,
    description: definition.description ?? '',
    title,
    plural: definition.plural ?? `${title}s`,
    introduction: definition.introduction ?? '',
    className: definition.className ?? title.split(' ').map(capitalise).join(''),
    listed: definition.listed ?? [],
    page: definition.page,
    keyType: definition.keyType ?? 'uuid',
    abilities,
    fields,
    tree: definition.tree,
    partitionBy: definition.partitionBy,
    order: definition.order ?? ['name'],
    unique,
    indexes: definition.indexes ?? [],
    naturalKey: definition.naturalKey ?? ['name'],
    idHeader: definition.idHeader,
    alsoNamedBy: definition.alsoNamedBy,
    display,
    plainText: definition.plainText ?? (definition.tree ? displayName : display),
    displayNeeds: definition.displayNeeds ?? [],
    filters: lookUp(completeFilters(fields, abilities, definition)),
    needs: (definition.needs ?? {}) as Model['needs'],
    neededWith: (definition.neededWith ?? {}) as Model['neededWith'],
    guarded: definition.guarded ?? [],
    exclusive: definition.exclusive ?? [],
    attributes: lookUp(definition.attributes ?? {}),
    beforeLock: definition.beforeLock ?? [],
    beforeForeignLock: lookUp(definition.beforeForeignLock ?? {}),
    looks: definition.looks ?? [],
    prepare: definition.prepare ?? [],
    validate: definition.validate ?? [],
    beforeSave: definition.beforeSave ?? [],
    afterSave: definition.afterSave ?? [],
    beforeDelete: definition.beforeDelete ?? [],
    afterDelete: definition.afterDelete ?? [],
    deriveHidden: definition.deriveHidden ?? [],
    restrict: definition.restrict,
    partOf: definition.partOf,
    methods: definition.methods ?? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    open: definition.open ?? false,
    unversioned: definition.unversioned ?? false,
    depthIgnored: definition.depthIgnored ?? false,
    isListing: false,
    menu: definition.menu ?? [],
    home: definition.home,
    pageless: definition.pageless ?? false,
  };
}

/** What is kept of objects apart from them, where they are known by UUIDs alone. */
const keptByUuid = ['notes', 'customFields', 'relationships', 'changeLog', 'webhooks'] as const;

function refuseKept(label: Label, { keyType }: Definition, abilities: Abilities): void {
  const kept = keyType === 'int' ? keptByUuid.filter((ability) => abilities[ability]) : [];
  if (kept.length > 0)
    throw new Error(`${label}: models whose keyType is int cannot have ${kept.join(', ')}, which its traits bring`);
}

const uniqueOf = (declared: readonly string[] | Unique): Unique =>
  'fields' in declared ? declared : { fields: [...declared], checkedBy: 'serializer' };

/** Clients choose the names these are asked for, and no name may find what every object inherits. */
const lookUp = <T>(entries: Record<string, T>): Record<string, T> => Object.assign(Object.create(null), entries);

const displayName = (row: Row): string => String(row.name);
const displayTree = (row: Row): string => (row.tree_names as string[]).join(' → ');

/** Columns every tree keeps on each node, so that a subtree is one index look-up and the walk one sort. */
const treeFields = {
  /** Ids from the root to the node itself. */
  tree_ids: f.json().with({ columnType: 'uuid[]', hidden: true, required: false }),
  tree_names: f.json().with({ columnType: 'text[]', hidden: true, required: false }),
  /** Sort keys from the root to the node itself; in this order the tree is walked depth first. */
  tree_order: f.json().with({ columnType: 'text[]', hidden: true, required: false }),
};

function withCommonFields(label: Label, definition: Definition, abilities: Abilities): Record<string, Field> {
  const times: Record<string, Field> = abilities.timestamps
    ? { created: f.dateTime().readOnly().nullable(), last_updated: f.dateTime().readOnly().nullable() }
    : {};
  const declared = Object.entries(definition.fields).filter(([name]) => !times[name]);
  const body = declared.filter(([, field]) => !field.options.last);
  const last = declared.filter(([, field]) => field.options.last);
  const key = definition.keyType === 'int' ? f.int({ max: Number.MAX_SAFE_INTEGER }) : f.uuid();
  return {
    id: key.readOnly(),
    ...(definition.tree
      ? {
          tree_depth: f
            .computed({ type: 'integer' }, (row) => (row.tree_ids as string[]).length - 1)
            .rootOnly()
            .inForm({ type: 'string' }),
          ...treeFields,
        }
      : {}),
    ...Object.fromEntries(body),
    ...Object.fromEntries(Object.entries(times).map(([name, field]) => [name, definition.fields[name] ?? field])),
    ...(abilities.tags ? { tags: abilities.tags(label) } : {}),
    ...(abilities.customFields
      ? {
          custom_fields: f
            .json()
            .default(() => ({}))
            .label('Custom fields')
            .with({ keyed: true }),
        }
      : {}),
    ...Object.fromEntries(last),
  };
}

/** Filters in the order: fields by name, those declared, the common ones. */
function completeFilters(
  fields: Record<string, Field>,
  abilities: Abilities,
  definition: Definition,
): Record<string, Filter> {
  const own = Object.fromEntries((definition.filterable ?? []).map((name) => [name, filterOf(name, fields[name])]));
  const filters: Record<string, Filter | undefined> = {
    ...(definition.endpoint ? { id: definition.keyType === 'int' ? by.number('id') : by.uuid('id') } : {}),
    ...own,
    ...(abilities.tags ? tagFilters() : {}),
    ...(abilities.timestamps
      ? {
          created: by.dateTime('created', { isnull: true }),
          last_updated: by.dateTime('last_updated', { isnull: true }),
        }
      : {}),
    ...definition.filters,
  };
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, Filter] => entry[1] !== undefined),
  );
}

function filterOf(name: string, field: Field | undefined): Filter {
  if (!field) throw new Error(`filterable names the unknown field ${name}`);
  return by[field.kind.filter](name);
}

/** What people call a field: its label, or its name with spaces, capitalised. */
export function fieldTitle(name: string, field: Field | undefined): string {
  return field?.options.label ?? capitalise(name.replaceAll('_', ' '));
}
