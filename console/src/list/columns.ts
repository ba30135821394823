import { useMemo } from 'react';
import { useConfig, useSetConfig } from '../api/config';
import { type Description, type Field, isLongText } from '../api/description';
import type { Model } from '../api/models';
import { pagesOf } from '../pages/registry';

/** A column of a list. */
export interface Column {
  name: string;
  label: string;
  field: Field | undefined;
  /** Pixels. */
  width: number;
  /** Its cells lead to the object. */
  isName: boolean;
}

/** Fields that no list shows. */
const never = new Set([
  'url',
  'object_type',
  'notes_url',
  'natural_slug',
  'custom_fields',
  'relationships',
  'computed_fields',
]);

/** Fields that name an object, the first of which leads to its page. */
const naming = ['name', 'display', 'prefix', 'address', 'cid', 'username', 'label', 'model', 'title', 'key', 'slug'];

/** A custom field's column is named by its key after this. */
export const customPrefix = 'cf_';

/** Pixels of a column, by what it holds. */
const widths: Partial<Record<Field['kind'], number>> = {
  boolean: 90,
  integer: 100,
  number: 100,
  moment: 140,
  date: 110,
  choice: 130,
  color: 110,
  longText: 280,
  markdown: 280,
  related: 165,
  relatedMany: 200,
  id: 300,
  json: 220,
};
const nameWidth = 240;
const usualWidth = 180;
export const leastWidth = 60;

/** Fewer columns than this say too little. */
const fewColumns = 4;
/** As many are shown where nobody has said which. */
const usualColumns = (description: Description): string[] => {
  const { listDefaults } = description;
  if (listDefaults.length >= fewColumns) return listDefaults;
  const further = description.formOrder.filter((name) => {
    const field = description.field(name);
    return (
      field !== undefined &&
      !never.has(name) &&
      !late.has(name) &&
      !isLongText(field.kind) &&
      !['json', 'file'].includes(field.kind)
    );
  });
  return [...new Set([...listDefaults, ...further])].slice(0, 7);
};

/** Fields that say less than others. */
const late = new Set(['id', 'display', 'created', 'last_updated', 'tags']);

/** Every field that can be a column. */
export const possibleColumns = (description: Description): string[] =>
  description.fields.filter(({ name, kind }) => !never.has(name) && kind !== 'file').map(({ name }) => name);

export interface Columns {
  columns: Column[];
  /** Names of those that can be chosen. */
  possible: string[];
  isChanged: boolean;
  choose(names: string[] | undefined): void;
  resize(name: string, width: number): void;
}

/** The columns of a model's list, as this person has chosen them. */
export function useColumns(model: Model, description: Description): Columns {
  const config = useConfig().lists?.[model.label];
  const setConfig = useSetConfig();
  return useMemo(() => {
    const possible = possibleColumns(description);
    const usual = pagesOf(model).columns ?? usualColumns(description);
    const chosen = config?.columns && config.columns.length > 0 ? config.columns : usual;
    const known = chosen.filter((name) => possible.includes(name) || name.startsWith(customPrefix));
    const nameOf = known.find((name) => naming.includes(name));
    const names = nameOf === undefined ? ['display', ...known] : [nameOf, ...known.filter((name) => name !== nameOf)];
    const columns = names.map((name, index): Column => {
      const field = description.field(name);
      return {
        name,
        label: name === 'display' ? 'Name' : (field?.label ?? name.slice(customPrefix.length)),
        field,
        width: config?.widths?.[name] ?? (index === 0 ? nameWidth : ((field && widths[field.kind]) ?? usualWidth)),
        isName: index === 0,
      };
    });
    const save = (change: { columns?: string[]; widths?: Record<string, number> }) =>
      setConfig({ lists: { [model.label]: change } });
    return {
      columns,
      possible,
      isChanged: (config?.columns?.length ?? 0) > 0,
      choose: (wanted) => save({ columns: wanted ?? [] }),
      resize: (name, width) => save({ widths: { [name]: Math.max(leastWidth, Math.round(width)) } }),
    };
  }, [model, description, config, setConfig]);
}

/** The value of an object in a column. */
export function cellOf(object: Record<string, unknown>, name: string): unknown {
  if (!name.startsWith(customPrefix)) return object[name];
  const fields = object.custom_fields;
  return typeof fields === 'object' && fields !== null
    ? (fields as Record<string, unknown>)[name.slice(customPrefix.length)]
    : undefined;
}
