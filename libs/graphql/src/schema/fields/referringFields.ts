import type { Label, Manifest, ReverseRelation } from '@plumbline/model';
import { GraphQLList, type GraphQLObjectType } from 'graphql';
import { referring } from '../../resolve/lists';
import { linkedBy, linking, single } from '../../resolve/named';
import { manyName } from '../names';
import type { Fields, Types } from '../types';
import { listField } from './ownFields';

/** What refers to an object of a model, under the name the relation has from this side. */
export function referringFields({ label }: Manifest, types: Types): Fields {
  const { catalog, byLabel, argumentsOf } = types;
  const byName = new Map<string, ReverseRelation[]>();
  for (const relation of catalog.referrers(label)) {
    if (relation.reverse === undefined || !byLabel.has(relation.from.label)) continue;
    byName.set(relation.reverse, [...(byName.get(relation.reverse) ?? []), relation]);
  }
  const fields: Fields = {};
  for (const [name, relations] of byName)
    for (const { from, field, unique } of relations) {
      const type = byLabel.get(from.label)!;
      // A name that several models give is nobody's; what refers is then called as at the root.
      fields[relations.length === 1 ? name : manyName(from)] = unique
        ? theOneThatNames(from.label, type, field)
        : { type: new GraphQLList(type), args: argumentsOf(from.label), resolve: referring(from.label, type, field) };
    }
  return { ...fields, ...linkingFields(label, types), ...namingFields(label, types) };
}

/** What lists an object by way of rows that link the two. */
function linkingFields(label: string, types: Types): Fields {
  const fields: Fields = {};
  for (const from of types.catalog.manifests)
    for (const field of Object.values(from.outline?.fields ?? {}))
      if (field.is === 'linked' && field.to === label && field.reverse !== undefined) {
        const idsOf = linkedBy(field.of, field.through, field.via);
        Object.assign(
          fields,
          listField(types, field.reverse, from.label, (type) => ({ resolve: linking(from.label, type, idsOf) })),
        );
      }
  return fields;
}

/** The one object that names an object where it may name one of several models. */
function namingFields(label: Label, { catalog, byLabel }: Types): Fields {
  const fields: Fields = {};
  for (const from of catalog.manifests)
    for (const field of Object.values(from.outline?.fields ?? {}))
      if (field.is === 'generic' && field.reverse && catalog.contentTypesAmong(field.targets ?? []).has(label)) {
        const { name, via, alias } = field.reverse;
        const one = theOneThatNames(from.label, byLabel.get(from.label)!, via);
        Object.assign(fields, { [name]: one }, alias === undefined ? {} : { [alias]: one });
      }
  return fields;
}

/** The one object that names an object by a field. */
const theOneThatNames = (label: Label, type: GraphQLObjectType, field: string): Fields[string] => ({
  type,
  extensions: { isLinked: true },
  resolve: single(label, type, linkedBy(label, field, 'id')),
});
