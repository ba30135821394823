import type { Field, OnDelete } from './field';
import { registerContentTypes } from './kinds/contentType';
import type { Label } from './label';
import type { Model } from './model';
import { type Outline, outlineOf } from './outline';

/** A relation as other services need to know it. */
export interface RelationFact {
  field: string;
  to: Label;
  many: boolean;
  onDelete: OnDelete;
  reverse?: string;
  /** The field that names the target's model, where it may be one of several. */
  typeField?: string;
}

/** What every service knows of every model; generated into contracts/. */
export interface Manifest {
  label: Label;
  app: string;
  name: string;
  endpoint?: string;
  title: string;
  className: string;
  plural: string;
  keyType: 'uuid' | 'int';
  naturalKey: string[];
  tree: boolean;
  notes: boolean;
  relations: RelationFact[];
  /** Names that can be asked for: columns, and the parts of content types. */
  columns: string[];
  /** Names its objects are shown with that no column has. */
  onlyShown: string[];
  /** What its objects have, where they may be asked for over more than REST. */
  outline?: Outline;
}

export function manifestOf(model: Model): Manifest {
  const outline = outlineOf(model);
  const relations = Object.entries(model.fields).flatMap(([name, field]) =>
    field.isGenericKey ? genericFacts(model, name, field) : relationFact(name, field),
  );
  return {
    label: model.label,
    app: model.app,
    name: model.name,
    ...(model.endpoint === undefined ? {} : { endpoint: model.endpoint }),
    title: model.title,
    className: model.className,
    plural: model.plural,
    keyType: model.keyType,
    naturalKey: model.naturalKey,
    tree: model.tree !== undefined,
    notes: model.abilities.notes !== false,
    relations,
    columns: Object.entries(model.fields).flatMap(([name, field]) => columnNames(name, field)),
    onlyShown: Object.entries(model.fields)
      .filter(([, { stored, options }]) => !stored && !options.hidden && !options.writeOnly)
      .map(([name]) => name),
    ...(outline ? { outline } : {}),
  };
}

/** Secrets cannot be asked for; what a content type names are two parts. */
function columnNames(name: string, { stored, options, kind }: Field): string[] {
  if (!stored || options.writeOnly) return [];
  const isLabel = kind.lookups === 'labels' || kind.name === 'contentType';
  return isLabel ? [name, `${name}.app_label`, `${name}.model`] : [name];
}

function relationFact(name: string, field: Field): RelationFact[] {
  const { to, reverse, onDelete } = field.options;
  if (to === undefined || !field.stored) return [];
  return [{ field: name, to, many: field.isMany, onDelete, ...(reverse === undefined ? {} : { reverse }) }];
}

/** A generic key is a relation to each of the models it may point at. */
function genericFacts({ fields }: Model, name: string, { options: { typeField, onDelete } }: Field): RelationFact[] {
  return genericTargets(fields, typeField!).map((to) => ({
    field: name,
    to,
    many: false,
    onDelete,
    typeField: typeField!,
  }));
}

/** The models a content-type field may name, where it lists them. */
export function genericTargets(fields: Model['fields'], typeField: string): Label[] {
  const { labels } = fields[typeField]!.options;
  return Array.isArray(labels) ? labels : [];
}

/** A relation seen from the object it points at. */
export interface ReverseRelation extends RelationFact {
  from: Manifest;
}

/** All models of all services, and how they refer to one another. */
export class Catalog {
  private readonly byLabel = new Map<string, Manifest>();
  private readonly byName = new Map<string, Manifest>();
  private readonly reverses = new Map<string, ReverseRelation[]>();

  /**
   * @param contentTypes every content type of the contract, whether or not it has a model here
   * @param contentTypeNames how people read them: `dcim | power feed`
   */
  constructor(
    readonly manifests: readonly Manifest[],
    readonly contentTypes: readonly string[],
    private readonly contentTypeNames: Readonly<Record<string, string>> = {},
  ) {
    registerContentTypes(contentTypes);
    for (const manifest of manifests) {
      this.byLabel.set(manifest.label, manifest);
      this.byName.set(`${manifest.app}.${manifest.name}`, manifest);
    }
    for (const from of manifests)
      for (const relation of from.relations) {
        const known = this.reverses.get(relation.to) ?? [];
        known.push({ ...relation, from });
        this.reverses.set(relation.to, known);
      }
  }

  find(label: string): Manifest | undefined {
    return this.byLabel.get(label);
  }

  /** How people read a content type: `ipam | IP address`. */
  contentTypeName(label: string): string {
    const title = this.find(label)?.title;
    return this.contentTypeNames[label] ?? (title === undefined ? label : `${label.split('.')[0]} | ${title}`);
  }

  /** By the application and the model's own name, as bus subjects have them. */
  named(app: string, name: string): Manifest | undefined {
    return this.byName.get(`${app}.${name}`);
  }

  /** Relations of any model that point at this one. */
  referrers(label: string): readonly ReverseRelation[] {
    return this.reverses.get(label) ?? [];
  }

  /** The relation that goes by this name seen from `label`. */
  reverse(label: string, name: string): ReverseRelation | undefined {
    return this.referrers(label).find((relation) => relation.reverse === name);
  }

  /** The detail URL of an object; a model without an endpoint has none. */
  url(base: string, label: string, id: unknown): string | null {
    const manifest = this.byLabel.get(label);
    return manifest?.endpoint ? `${base}/api/${manifest.app}/${manifest.endpoint}/${id}/` : null;
  }
}
