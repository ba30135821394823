import type { Manifest, ObjectKey, OutlinedField } from '@plumbline/model';
import { GraphQLList, GraphQLString } from 'graphql';
import type { Item } from '../../context';
import { generic, type Named } from '../../resolve/generic';
import { referring } from '../../resolve/lists';
import { inColumn, linkedBy, several, single } from '../../resolve/named';
import { one } from '../../resolve/one';
import { choicesType } from '../choicesType';
import { oneName, unionName } from '../names';
import { scalars } from '../scalars';
import { type Fields, idField, type Types } from '../types';

/** The fields that follow from what a model declares. */
export function ownFields(manifest: Manifest, types: Types): Fields {
  const fields: Fields = {};
  for (const [name, field] of Object.entries(manifest.outline!.fields))
    Object.assign(fields, fieldsOf(manifest, types, name, field));
  const display: Fields[string] = { type: GraphQLString, extensions: { columns: ['display'] } };
  return { ...fields, id: idField, display, ...address(manifest, types) };
}

/** The path at which REST has the object, which follows from its id alone; nothing for a model that has no endpoint. */
function address({ label }: Manifest, { catalog }: Types): Fields {
  if (catalog.listPath(label) === undefined) return {};
  const resolve: Fields[string]['resolve'] = ({ id }, _args, { work }) =>
    catalog.url(pathOf(work.scope.base), label, id);
  return { url: { type: GraphQLString, resolve } };
}

/** The path of an address, without scheme and host. */
const pathOf = (address: string): string => address.replace(/^\w+:\/\/[^/]*/, '');

function fieldsOf(manifest: Manifest, types: Types, name: string, field: OutlinedField): Fields {
  const extensions = { columns: [name] };
  switch (field.is) {
    case 'value': {
      // A newer service may have values of a type that this version does not know: they are shown as they come.
      const type = scalars[field.type] ?? scalars.json;
      return { [name]: { type: field.list ? new GraphQLList(type) : type, extensions } };
    }
    case 'choice':
      return {
        [name]: {
          type: choicesType(manifest, name, field.values),
          extensions,
          resolve: (row) => blankAsNull(row[name]),
        },
      };
    case 'contentType':
      return contentTypes(types, name, field.many === true);
    case 'one': {
      const type = types.byLabel.get(field.to);
      return type ? { [name]: { type, extensions, resolve: one(field.to, type, (row) => row[name]) } } : {};
    }
    case 'several':
      return listField(types, name, field.to, (type) => ({
        extensions,
        resolve: several(
          field.to,
          type,
          inColumn((row) => (row[name] ?? []) as ObjectKey[]),
        ),
      }));
    case 'linked':
      return linked(types, name, field);
    case 'referring':
      return listField(types, name, field.of, (type) => ({ resolve: referring(field.of, type, field.via) }));
    case 'generic':
      return genericFields(manifest, types, name, field);
    default:
      // Of a newer service, in a way that this version does not know.
      return {};
  }
}

const blankAsNull = (value: unknown): unknown => (value === '' ? null : value);

type ListType = Parameters<typeof several>[1];

/** A list of objects of a model, with the arguments its own list has. */
export function listField(
  types: Types,
  name: string,
  label: string,
  rest: (type: ListType) => Omit<Fields[string], 'type'>,
): Fields {
  const type = types.byLabel.get(label);
  return type ? { [name]: { type: new GraphQLList(type), args: types.argumentsOf(label), ...rest(type) } } : {};
}

function contentTypes(types: Types, name: string, many: boolean): Fields {
  const { catalog, contentTypeLabel } = types;
  const numberOf = (label: unknown) => catalog.contentTypeNumber(String(label));
  const extensions = { columns: [name] };
  if (many)
    return listField(types, name, contentTypeLabel, (type) => ({
      extensions,
      resolve: several(
        contentTypeLabel,
        type,
        inColumn((row) => ((row[name] ?? []) as string[]).map(numberOf)),
      ),
    }));
  const type = types.byLabel.get(contentTypeLabel);
  const idOf = (row: Item) => (row[name] ? numberOf(row[name]) : null);
  return type ? { [name]: { type, extensions, resolve: one(contentTypeLabel, type, idOf) } } : {};
}

function linked(types: Types, name: string, field: Extract<OutlinedField, { is: 'linked' }>): Fields {
  const { to, of, via, through, at } = field;
  const extensions = { columns: at === undefined || at === 'id' ? [] : [at], isLinked: true };
  const idsOf = linkedBy(of, via, through, at);
  if (!field.single) return listField(types, name, to, (type) => ({ extensions, resolve: several(to, type, idsOf) }));
  const type = types.byLabel.get(to);
  return type ? { [name]: { type, extensions, resolve: single(to, type, idsOf) } } : {};
}

/** The object whichever model it is of, and a field for each model it may be of where those have names. */
function genericFields(
  manifest: Manifest,
  types: Types,
  name: string,
  { targets, eachAs }: Extract<OutlinedField, { is: 'generic' }>,
): Fields {
  const { byLabel, catalog } = types;
  const extensions = { columns: [name] };
  const known = targets && [...catalog.contentTypesAmong(targets)].filter((label) => byLabel.has(label));
  if (known?.length === 0) return {};
  const union = types.union(known ? unionName(manifest, name) : 'AnyObject', known);
  const fields: Fields = { [name]: { type: union, extensions, resolve: generic(byLabel, name) } };
  if (eachAs === undefined) return fields;
  for (const label of known ?? []) {
    const type = byLabel.get(label)!;
    const idOf = (row: Item) => {
      const [named, id] = (row[name] ?? []) as Partial<Named>;
      return named === label ? id : null;
    };
    fields[`${eachAs}_${oneName(catalog.find(label)!)}`] = { type, extensions, resolve: one(label, type, idOf) };
  }
  return fields;
}
