import { type Field, type Model, naturalSlug, type Row } from '@plumbline/model';
import type { TemplateObject } from '@plumbline/templates';
import type { UnitOfWork } from '../../core/engine';
import { extensionsOf } from '../../core/extensions/registered';
import { memoize } from '../../core/kept/memoize';
import { displayOf, plainTextOf } from '../../core/naming';
import { keyValues } from '../../plan/paths';
import { keyOf } from './keyOf';
import { referrerNames } from './referrers';

/**
 * An object as templates see it: its fields by the contract's names, relations by the keys of what they name, and what
 * people who write templates know from elsewhere: `pk`, `cf`, `location_id`, `get_type_display()`.
 */
export function templateObject(work: UnitOfWork, model: Model, row: Row): TemplateObject {
  const extensions = extensionsOf(work.engine);
  const object: TemplateObject = {
    text: plainTextOf(work, model, row),
    data: {
      id: row.id,
      pk: row.id,
      display: displayOf(work, model, row),
      ...(model.abilities.slug ? { natural_slug: naturalSlug(keyValues(model, row), row.id as string | number) } : {}),
      ...Object.assign({}, ...extensions.of(model).map(({ template }) => template?.(work.engine, model, row))),
      _meta: { app_label: model.app, model_name: model.name, verbose_name: model.title },
    },
    refs: {},
    lists: referrerNames(work.engine, model),
    calls: model.endpoint ? { get_absolute_url: `/${model.root}/${model.endpoint}/${row.id}/` } : {},
  };
  for (const [name, describe] of describersOf(model)) if (!extensions.key(model, name)) describe(object, row);
  return object;
}

/** Secrets and what is not part of the contract stay unseen. */
const isSeen = (name: string, { options, kind }: Field): boolean =>
  !options.hidden && !options.writeOnly && !kind.isSealed && name !== 'id';

/** Puts what templates see of one field of a row on an object. */
type Describer = (object: TemplateObject, row: Row) => void;

/** The fields that templates see, each with what describes it; which that is is found out once for a model. */
const describersOf = memoize((model: Model): [string, Describer][] =>
  Object.entries(model.fields)
    .filter(([name, field]) => isSeen(name, field))
    .map(([name, field]) => [name, describerOf(name, field)]),
);

function describerOf(name: string, field: Field): Describer {
  const { kind, options } = field;
  const { template, words } = kind;
  if (kind.source === 'generic')
    return ({ refs }, row) => {
      const label = row[options.typeField!];
      refs[name] = label && row[options.via!] ? keyOf(String(label), row[options.via!]) : null;
    };
  if (kind.source === 'embedded')
    return ({ refs }, row) => {
      const id = row[options.via!];
      refs[name] = id ? keyOf(options.to!, id) : null;
    };
  if (field.isMany)
    return ({ refs }, row) => {
      const ids = (row[name] ?? []) as unknown[];
      refs[name] = ids.map((id) => keyOf(options.to ?? options.of!, id));
    };
  if (field.isRelation)
    return ({ data, refs }, row) => {
      const value = row[name] ?? null;
      refs[name] = value === null ? null : keyOf(options.to!, value);
      data[`${name}_id`] = value;
    };
  if (options.compute)
    return ({ data }, row) => {
      data[name] = options.compute!(row) ?? null;
    };
  return (object, row) => {
    const { data, calls } = object;
    const value = row[name] ?? null;
    if (!options.gather) data[name] = template ? template(value) : value;
    if (kind.isMoment) object.moments = [...(object.moments ?? []), name];
    if (words) calls![`get_${name}_display`] = words(value, field);
  };
}
