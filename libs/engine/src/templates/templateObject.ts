import { type Field, type Model, naturalSlug, type Row } from '@plumbline/model';
import type { TemplateObject } from '@plumbline/templates';
import { fieldsOf } from '../customFields/known';
import type { Work } from '../engine';
import { keyValues } from '../read/paths';
import { referrerNames } from './referrers';

/** What templates know an object of any service by. */
export const keyOf = (label: string, id: unknown): string => `${label}/${id}`;

/**
 * An object as templates see it: its fields by the contract's names, relations by the keys of what they name, and what
 * people who write templates know from elsewhere: `pk`, `cf`, `location_id`, `get_type_display()`.
 */
export function templateObject(work: Work, model: Model, row: Row): TemplateObject {
  const custom = customValues(work, model, row);
  const object: TemplateObject = {
    text: model.plainText(row),
    data: {
      id: row.id,
      pk: row.id,
      display: model.display(row),
      ...(model.abilities.slug ? { natural_slug: naturalSlug(keyValues(model, row), row.id as string | number) } : {}),
      ...(model.abilities.customFields ? { cf: custom, custom_field_data: custom, _custom_field_data: custom } : {}),
      _meta: { app_label: model.app, model_name: model.name, verbose_name: model.title },
    },
    refs: {},
    lists: referrerNames(work.engine, model),
    calls: model.endpoint ? { get_absolute_url: `/${model.app}/${model.endpoint}/${row.id}/` } : {},
  };
  for (const [name, field] of Object.entries(model.fields)) if (isSeen(name, field)) describe(object, name, field, row);
  return object;
}

/** Secrets and what is not part of the contract stay unseen. */
const isSeen = (name: string, { options, kind }: Field): boolean =>
  !options.hidden && !options.writeOnly && kind.name !== 'sealed' && name !== 'id' && name !== 'custom_fields';

function describe({ data, refs, calls }: TemplateObject, name: string, field: Field, row: Row): void {
  const { kind, options } = field;
  const value = row[name] ?? null;
  if (kind.name === 'generic') {
    const label = row[options.typeField!];
    refs[name] = label && row[options.via!] ? keyOf(String(label), row[options.via!]) : null;
  } else if (kind.name === 'whole') {
    const id = row[options.via!];
    refs[name] = id ? keyOf(options.to!, id) : null;
  } else if (field.isMany)
    refs[name] = (value as unknown[] | null)?.map((id) => keyOf(options.to ?? options.of!, id)) ?? [];
  else if (field.isRelation) {
    refs[name] = value === null ? null : keyOf(options.to!, value);
    data[`${name}_id`] = value;
  } else if (kind.name === 'choice') {
    data[name] = value;
    calls![`get_${name}_display`] = options.choices?.find(([known]) => known === value)?.[1] ?? value;
  } else if (options.compute) data[name] = options.compute(row) ?? null;
  else if (kind.name === 'counter') data[name] = Number(value ?? 0);
  else if (!options.gather) data[name] = kind.name === 'datetime' ? asTime(value) : value;
}

/** A moment as Python prints it. */
const asTime = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace('T', ' ').replace(/Z$/, '+00:00') : value;

function customValues({ engine }: Work, { label }: Model, { custom_fields: stored }: Row): Row {
  const values = (stored ?? {}) as Row;
  return Object.fromEntries(fieldsOf(engine, label).map(({ key }) => [key, values[key] ?? null]));
}
