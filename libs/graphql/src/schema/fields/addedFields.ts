import { type CustomFieldType, isEmptyValue, valueUnder } from '@plumbline/extensions';
import type { Manifest } from '@plumbline/model';
import { GraphQLBoolean, GraphQLList, type GraphQLOutputType, GraphQLString } from 'graphql';
import type { Item } from '../../context';
import { related } from '../../resolve/related';
import { isName } from '../names';
import { scalars } from '../scalars';
import type { Fields, Types } from '../types';

const column = 'custom_fields';
const extensions = { columns: [column] };

/** The fields that people have added to the objects of a model. */
export const addedFields = (manifest: Manifest, types: Types): Fields => ({
  ...customFields(manifest, types),
  ...relationships(manifest, types),
  ...computedFields(manifest, types),
});

const valuesOf = (row: Item): Record<string, unknown> => (row[column] ?? {}) as Record<string, unknown>;

function customFields({ label, outline }: Manifest, { definitions }: Types): Fields {
  if (!outline!.customFields) return {};
  const mine = definitions.customFields.filter(({ labels }) => labels.includes(label));
  const allValues = (row: Item) => {
    const values = valuesOf(row);
    return Object.fromEntries(mine.map(({ key }) => [key, valueUnder(values, key) ?? null]));
  };
  const fields: Fields = { _custom_field_data: { type: scalars.json, extensions, resolve: allValues } };
  for (const { key, type } of mine)
    if (isName(key))
      fields[`cf_${key}`] = {
        type: customTypes[type],
        extensions,
        resolve: (row) => ofType(type, valueUnder(valuesOf(row), key)),
      };
  return fields;
}

const customTypes: Record<CustomFieldType, GraphQLOutputType> = {
  text: GraphQLString,
  integer: scalars.long,
  boolean: GraphQLBoolean,
  date: scalars.date,
  url: GraphQLString,
  select: GraphQLString,
  'multi-select': new GraphQLList(GraphQLString),
  json: scalars.json,
  markdown: GraphQLString,
};

/** A value as its type has it: an empty text or list, which are stored for any type, is null where the type has none. */
function ofType(type: CustomFieldType, value: unknown): unknown {
  if (type === 'json' || !isEmptyValue(value)) return value ?? null;
  if (Array.isArray(value)) return type === 'multi-select' ? value : null;
  return value === '' && customTypes[type] === GraphQLString ? value : null;
}

function relationships({ label, outline }: Manifest, { byLabel, relationshipSidesOf }: Types): Fields {
  if (!outline!.relationships) return {};
  const relationshipSides = relationshipSidesOf(label);
  const fields: Fields = {};
  for (const relationshipSide of relationshipSides) {
    const type = byLabel.get(relationshipSide.other);
    if (!type) continue;
    const { key } = relationshipSide.relationship;
    const isTwice =
      relationshipSides.filter(({ relationship }) => relationship === relationshipSide.relationship).length > 1;
    fields[isTwice ? `rel_${key}_${relationshipSide.side}` : `rel_${key}`] = {
      type: relationshipSide.many ? new GraphQLList(type) : type,
      extensions: { isLinked: true },
      resolve: related(relationshipSide, label, type),
    };
  }
  return fields;
}

function computedFields({ label, outline }: Manifest, { definitions }: Types): Fields {
  if (!outline!.computedFields) return {};
  const mine = definitions.computedFields.filter((one) => one.label === label && isName(one.key));
  return Object.fromEntries(
    mine.map(({ key }): [string, Fields[string]] => [
      `cpf_${key}`,
      {
        type: GraphQLString,
        extensions: { columns: ['computed_fields'] },
        resolve: ({ computed_fields: texts }) => (texts as Record<string, string> | null)?.[key] ?? null,
      },
    ]),
  );
}
