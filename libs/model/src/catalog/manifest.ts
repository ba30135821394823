import { type Inside, insideOf } from '../criteria/inside';
import { type Ability, abilityNames, type DerivedContentTypes, isDerived, isListed } from '../fields/contentTypeChoice';
import type { Field } from '../fields/field';
import type { OnDelete } from '../fields/fieldOptions';
import type { Model } from '../model';
import type { Label } from './label';
import { type Outline, outlineOf } from './outline';

/** A relation as other services need to know it. */
export interface RelationFact {
  field: string;
  to: Label;
  many: boolean;
  onDelete: OnDelete;
  reverse?: string;
  /** No two objects refer to the same one. */
  unique?: true;
  /** It takes only those that list the model among their content types. */
  selects?: true;
  /** The field that names the target's model, where it may be one of several. */
  typeField?: string;
}

/** A relation to an object of one of several models, which the catalog knows. */
export interface GenericFact extends Pick<RelationFact, 'field' | 'onDelete'> {
  typeField: string;
  among: DerivedContentTypes;
}

/** What every service knows of every model; generated into libs/process/manifests. */
export interface Manifest {
  label: Label;
  app: string;
  /** Where its URLs begin below `/api/`, where that is not the application's name. */
  root?: string;
  name: string;
  endpoint?: string;
  title: string;
  className: string;
  plural: string;
  keyType: 'uuid' | 'int';
  naturalKey: string[];
  /** How tables head the id that names an object without a natural key, where it is not `pk`. */
  idHeader?: string;
  tree: boolean;
  /** Forms lead to no page of its objects. */
  pageless?: true;
  /** What its objects are called says what related ones are called. */
  displaysRelated: boolean;
  /** Its objects hold secrets that their owners are shown: no other service reads them. */
  sealed: boolean;
  /** What it says of itself, for others to choose models by. */
  abilities: Ability[];
  relations: RelationFact[];
  /** Relations that the catalog adds to these, one for each model that they may lead to. */
  genericRelations?: GenericFact[];
  /** Names that can be asked for: columns, and the parts of content types. */
  columns: string[];
  /** What paths go on with below columns. */
  inside: Record<string, Inside>;
  /** Names its objects are shown with that no column has. */
  onlyShown: string[];
  /** What its objects have, where they may be asked for over more than REST. */
  outline?: Outline;
}

/** Where the objects of a model are listed, below `/api/`; undefined for a model without an endpoint. */
export const listPath = ({
  app,
  root = app,
  endpoint,
}: Pick<Manifest, 'app' | 'root' | 'endpoint'>): string | undefined =>
  endpoint === undefined ? undefined : `${root}/${endpoint}`;

export function manifestOf(model: Model): Manifest {
  const outline = outlineOf(model);
  const fields = Object.entries(model.fields);
  const relations = fields.flatMap(([name, field]) =>
    field.isGenericKey ? listedFacts(model, name, field) : relationFact(name, field),
  );
  const generic = fields.flatMap(([name, field]) => (field.isGenericKey ? genericFact(model, name, field) : []));
  return {
    label: model.label,
    app: model.app,
    ...(model.root === model.app ? {} : { root: model.root }),
    name: model.name,
    ...(model.endpoint === undefined ? {} : { endpoint: model.endpoint }),
    title: model.title,
    className: model.className,
    plural: model.plural,
    keyType: model.keyType,
    naturalKey: model.naturalKey,
    ...(model.idHeader === undefined ? {} : { idHeader: model.idHeader }),
    tree: model.tree !== undefined,
    ...(model.pageless ? { pageless: true as const } : {}),
    sealed: Object.values(model.fields).some(({ kind }) => kind.isSealed),
    displaysRelated: model.tree !== undefined || model.displayNeeds.some((path) => path.includes('.')),
    abilities: abilityNames.filter((ability) => model.abilities[ability] !== false),
    relations,
    ...(generic.length > 0 ? { genericRelations: generic } : {}),
    columns: Object.entries(model.fields).flatMap(([name, field]) => columnNames(name, field)),
    inside: Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const inside = insideOf(field);
        return inside ? [[name, inside]] : [];
      }),
    ),
    onlyShown: Object.entries(model.fields)
      .filter(([, { stored, options }]) => !stored && !options.hidden && !options.writeOnly)
      .map(([name]) => name),
    ...(outline ? { outline } : {}),
  };
}

/** Secrets cannot be asked for; what a content type names are two parts. */
function columnNames(name: string, { stored, options, kind }: Field): string[] {
  if (!stored || options.writeOnly) return [];
  return kind.namesContentTypes ? [name, `${name}.app_label`, `${name}.model`] : [name];
}

function relationFact(name: string, field: Field): RelationFact[] {
  const { to, reverse, onDelete, onlyFor, unique } = field.options;
  if (to === undefined || !field.stored) return [];
  return [
    {
      field: name,
      to,
      many: field.isMany,
      onDelete,
      ...(reverse === undefined ? {} : { reverse }),
      ...(unique ? { unique } : {}),
      ...(onlyFor === undefined ? {} : { selects: true as const }),
    },
  ];
}

/** A generic key is a relation to each of the models it may point at. */
function listedFacts({ fields }: Model, name: string, { options: { typeField, onDelete } }: Field): RelationFact[] {
  const { labels } = fields[typeField!]!.options;
  if (!isListed(labels)) return [];
  return labels.map((to) => ({ field: name, to, many: false, onDelete, typeField: typeField! }));
}

function genericFact({ fields }: Model, name: string, { options: { typeField, onDelete } }: Field): GenericFact[] {
  const { labels: among } = fields[typeField!]!.options;
  return isDerived(among) ? [{ field: name, onDelete, typeField: typeField!, among }] : [];
}
