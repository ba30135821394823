import type { Filter } from '../criteria/filter';
import { manifestHas, splitPath } from '../criteria/paths';
import type { ContentTypeChoice } from '../fields/contentTypeChoice';
import type { Model, PageLayout } from '../model';
import type { Catalog } from './catalog';

/**
 * The names in models that lead nowhere: labels, dotted paths and fields, each as a line that says which model has it, in
 * what, and how it is spelled. A service with one of them must not start: a path that does not exist
 * finds nothing, and nobody would be told.
 */
export function brokenNames(models: readonly Model[], catalog: Catalog): string[] {
  const leads = (label: string, path: string): boolean => {
    const manifest = catalog.find(label);
    return manifest !== undefined && manifestHas(catalog, manifest, path);
  };

  /** The model that a path over relations ends at. */
  const endOf = (label: string, path: string): string | undefined => {
    const [first, rest] = splitPath(path);
    const relation = catalog.find(label)?.relations.find(({ field }) => field === first || `${field}_id` === first);
    const next = relation?.to ?? catalog.reverse(label, first)?.from.label;
    return rest === '' || next === undefined ? next : endOf(next, rest);
  };

  const lines: string[] = [];
  for (const model of models) {
    const { label, fields, filters } = model;
    const complain = (where: string, name: string) => lines.push(`${label}: ${where} names ${name}`);
    const paths = (where: string, names: readonly (string | undefined)[]) => {
      for (const name of names) if (name !== undefined && !leads(label, name)) complain(where, name);
    };
    const labels = (where: string, names: readonly (string | undefined)[]) => {
      for (const name of names) if (name !== undefined && !catalog.find(name)) complain(where, name);
    };
    const ownFields = (where: string, names: readonly (string | undefined)[]) => {
      for (const name of names) if (name !== undefined && !fields[name]) complain(where, name);
    };

    const keys = (where: string, names: readonly string[]) =>
      ownFields(
        where,
        names.filter((name) => !keysOfAll.has(name)),
      );

    paths(
      'order',
      model.order.map((name) => name.replace(/^-/, '')),
    );
    paths(
      'naturalKey',
      model.naturalKey.map((name) => name.replace(/\[\]$/, '')),
    );
    paths(
      'displayNeeds',
      model.displayNeeds.filter((name) => !namesAny(model, name)),
    );
    for (const columns of model.indexes) paths('indexes', columns);
    for (const { fields: set, whenNull, unlessBlank, whenSent } of model.unique)
      ownFields('unique', [...set, whenNull, unlessBlank, ...[whenSent].flat()]);
    ownFields('guarded', model.guarded);
    labels('beforeForeignLock', Object.keys(model.beforeForeignLock));
    ownFields('exclusive', model.exclusive);
    ownFields('partOf', [model.partOf]);
    ownFields('alsoNamedBy', [model.alsoNamedBy]);
    ownFields('partitionBy', [model.partitionBy]);
    ownFields('tree', [model.tree?.parent, model.tree?.sortBy]);
    keys('listed', model.listed);
    if (model.page) keys('page', namedOn(model.page));

    for (const [relation, values] of Object.entries(model.needs)) {
      const to = fields[relation]?.options.to;
      if (to === undefined && !fields[relation]?.options.typeField) complain('needs', relation);
      if (to !== undefined) for (const value of values) if (!leads(to, value)) complain(`needs of ${relation}`, value);
    }

    for (const [relation, columns] of Object.entries(model.neededWith)) {
      if (!Object.hasOwn(model.needs, relation)) complain('neededWith', relation);
      ownFields(`neededWith of ${relation}`, columns);
    }

    for (const [name, { options, kind }] of Object.entries(fields)) {
      const where = `the field ${name}`;
      const { to, onlyFor, typeField, block, of, via, through, at, measured, copiedFrom, flaggedBy, namedBy } = options;
      labels(where, [to, onlyFor, ...(of === '*.*' ? [] : [of]), referredTo(options.labels)]);
      ownFields(where, [typeField, block, at, measured?.file, of === undefined ? via : undefined]);
      ownFields(where, [copiedFrom, flaggedBy]);
      if (namedBy !== undefined && to !== undefined && !leads(to, namedBy))
        complain(`${where}, whose objects are ${to},`, namedBy);
      paths(where, options.needs ?? []);
      if (of === undefined) continue;
      if (kind.source === 'counted') {
        if (!countsRows(label, of, via!)) complain(`${where}, which counts ${of},`, via!);
      } else
        for (const path of [via, through])
          if (path !== undefined && !leads(of, path)) complain(`${where}, whose rows are ${of},`, path);
    }

    for (const [name, filter] of Object.entries(filters)) {
      const where = `the filter ${name}`;
      labels(where, [filter.target, referredTo(filter.allowed)]);
      paths(where, [...(filter.path === '' ? [] : [filter.path]), ...Object.keys(filter.search ?? {})]);
      const target = targetOf(label, filter);
      if (filter.key !== undefined && target !== undefined && !leads(target, filter.key))
        complain(`${where}, whose objects are ${target},`, filter.key);
    }
  }
  return lines;

  /** What is counted refers to the counting model: the path, seen from there, ends at it. */
  function countsRows(label: string, of: string, via: string): boolean {
    if (of === '*.*') return catalog.referrers(label).some(({ field }) => field === via);
    return endOf(of, via) === label;
  }

  function targetOf(label: string, { kind, target, path }: Filter): string | undefined {
    if (kind !== 'relation' && kind !== 'tree') return undefined;
    return target ?? endOf(label, path);
  }
}

/** What every object is shown with beside its fields. */
const keysOfAll: ReadonlySet<string> = new Set(['object_type', 'display', 'url', 'natural_slug']);

const namedOn = ({ panels, tabs = {}, withoutField = [] }: PageLayout): string[] =>
  [panels, ...Object.values(tabs)]
    .flatMap((each) => Object.values(each).flat())
    .filter((name) => !withoutField.includes(name));

/** The model that a choice of content types is about. */
const referredTo = (choice: ContentTypeChoice | undefined): string | undefined =>
  typeof choice === 'object' && 'referringTo' in choice ? choice.referringTo : undefined;

/** What an object of any model is called, where a generic relation leads to it. */
function namesAny({ fields }: Model, path: string): boolean {
  const [first, rest] = splitPath(path);
  return fields[first]?.options.typeField !== undefined && (rest === 'display' || rest === 'plain_text');
}
