import type { Row } from '@plumbline/model';
import { type Draft, refTo } from '../apply/draft';
import { able, choicesHere, modelHere, showsTags } from '../models';
import { relationshipKey } from './mapping/customFields';
import { noPicture } from './mapping/images';
import { labelsHere } from './mapping/labels';
import {
  type Context,
  choiceOf,
  type FieldRule,
  idOf,
  isEmpty,
  keyOf,
  type LinkKind,
  type Mapping,
  type NetboxObject,
} from './mapping/language';

/** Text that is longer than its field is cut. */
export function cutTexts(context: Context, { from, to }: Mapping, { body }: Draft, object: NetboxObject): void {
  const { fields } = modelHere(to!.label);
  for (const [field, value] of Object.entries(body)) {
    const longest = fields[field]?.options.maxLength;
    if (typeof value !== 'string' || longest === undefined || value.length <= longest) continue;
    body[field] = value.slice(0, longest).trim();
    context.nowhere(from, object, field, `only the first ${longest} characters fit`);
  }
}

/** Says a field of an object by the rule for it, in the draft or beside it. */
export function sayField(
  context: Context,
  mapping: Mapping,
  draft: Draft,
  object: NetboxObject,
  name: string,
  rule: FieldRule,
): void {
  const { from, to } = mapping;
  const { label } = to!;
  const value = object[name];
  switch (rule.kind) {
    case 'derived':
      return;
    case 'to': {
      if (rule.field === 'tags') sayTags(context, mapping, draft, object);
      else if (rule.field === 'custom_fields') sayCustomFields(context, mapping, draft, object);
      else {
        const said = rule.as ? rule.as(value, object, context) : (value ?? emptyOf(label, rule.field));
        if (said !== undefined) draft.body[rule.field] = said;
      }
      return;
    }
    case 'choice': {
      const chosen = choiceOf(value);
      const known = choicesHere(label, rule.field);
      const fits = chosen === undefined || known.has(chosen);
      draft.body[rule.field] = chosen === undefined || !fits ? rule.otherwise : chosen;
      if (!able.customFields().has(label)) {
        if (!fits) context.nowhere(from, object, name, 'there is no such choice here');
      } else if (fits) context.keep(draft, label, name, 'text', null);
      else {
        context.keep(draft, label, name, 'text', String(chosen));
        context.adjusted(
          from,
          object,
          `has a ${name} that there is none of here (${String(chosen)}); it is kept in the custom field netbox_${name}`,
        );
      }
      return;
    }
    case 'reference': {
      if (Array.isArray(value))
        draft.body[rule.field] = value.flatMap((one) =>
          idOf(one) === undefined ? [] : [refTo(keyOf(rule.of, idOf(one)))],
        );
      else
        draft.body[rule.field] = idOf(value) === undefined ? null : refTo(keyOf(rule.of, idOf(value)), rule.required);
      return;
    }
    case 'picture': {
      if (isEmpty(value)) return;
      const file = context.picture(value);
      if (!file) context.nowhere(from, object, name, noPicture);
      else if (rule.required) draft.body[rule.field] = file;
      else draft.files = { ...draft.files, [rule.field]: file };
      return;
    }
    case 'kept': {
      const kept = rule.as ? (isEmpty(value) && value !== false ? null : rule.as(value, object, context)) : value;
      const isNothing = kept === null || kept === undefined || kept === '';
      context.keep(draft, label, name, rule.type, isNothing ? null : rule.type === 'text' ? String(kept) : kept);
      return;
    }
    case 'linked': {
      const id = idOf(value);
      const target = labelsHere[rule.of];
      if (id === undefined || !target) return;
      const key = `netbox_${from.replace('.', '_')}_${name}`;
      context.link({ key, label: rule.label, one: target, many: label }, refTo(keyOf(rule.of, id)), refTo(draft.key));
      return;
    }
    case 'noted':
      if (!isEmpty(value)) context.note(refTo(draft.key), label, `${draft.key} ${name}`, String(value));
      return;
    case 'nowhere':
      if (!isEmpty(value) && !rule.isEmpty?.(value, object)) context.nowhere(from, object, name, rule.reason);
      return;
  }
}

/** What stands for nothing in a field: null where it may be that, else an empty text. */
function emptyOf(label: string, field: string): null | '' {
  return modelHere(label).fields[field]?.options.nullable ? null : '';
}

function sayTags(context: Context, { from, to }: Mapping, draft: Draft, object: NetboxObject): void {
  const tags = (object.tags ?? []) as unknown[];
  const named = tags.map((tag) => refTo(keyOf('extras.tag', idOf(tag))));
  if (showsTags(to!.label)) draft.body.tags = named;
  else if (able.tagged().has(to!.label)) draft.once = { ...draft.once, tags: named };
  else if (tags.length > 0) context.nowhere(from, object, 'tags', 'these objects have no tags here');
}

function sayCustomFields(context: Context, { from, to }: Mapping, draft: Draft, object: NetboxObject): void {
  const values = Object.entries((object.custom_fields ?? {}) as Row);
  const { label } = to!;
  for (const [name, value] of values) {
    const field = [...context.all('extras.customfield').values()].find((one) => one.name === name);
    if (!field) continue;
    const type = String(choiceOf(field.type));
    if (type === 'object' || type === 'multiobject') {
      const theirs = String(field.related_object_type ?? field.object_type);
      const target = labelsHere[theirs];
      const others = (Array.isArray(value) ? value : [value]).flatMap((one) => idOf(one) ?? []);
      if (others.length === 0) continue;
      if (!target || !able.relationships().has(target) || !able.relationships().has(label))
        context.nowhere(from, object, 'custom_fields', `there is no relationship for ${name}`);
      else
        for (const other of others)
          context.link(
            customLink(name, label, target, type === 'multiobject'),
            refTo(keyOf(theirs, other)),
            refTo(draft.key),
          );
    } else if (!able.customFields().has(label)) {
      if (!isEmpty(value)) context.nowhere(from, object, 'custom_fields', 'these objects have no custom fields here');
    } else
      draft.body.custom_fields = { ...(draft.body.custom_fields as Row | undefined), [name]: customValue(type, value) };
  }
}

const customLink = (name: string, label: string, target: string, several: boolean): LinkKind => ({
  key: relationshipKey(name, label),
  label: name,
  one: target,
  many: label,
  several,
});

const customValue = (type: string, value: unknown): unknown =>
  value !== null && (type === 'decimal' || type === 'datetime') ? String(value) : (value ?? null);
