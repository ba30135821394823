import { useMemo } from 'react';
import type { Field, FieldKind } from './description';
import { useEverything } from './everything';
import { type Model, useModels } from './models';
import type { ApiObject, Choice } from './types';

/** A field that somebody has given to objects of some models. */
export interface CustomField extends ApiObject {
  key: string;
  label: string;
  description: string;
  type: Choice;
  required: boolean;
  default: unknown;
  weight: number;
  grouping: string;
  validation_minimum: number | null;
  validation_maximum: number | null;
}

const kinds: Record<string, FieldKind> = {
  text: 'text',
  url: 'url',
  markdown: 'markdown',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  select: 'choice',
  'multi-select': 'choices',
  json: 'json',
};

/** Custom fields whose choices are asked for by their ids; an address has room for no more. */
const mostNamed = 100;

/** The custom fields of a model, as fields of a form; none as long as they are not known. */
export function useCustomFields(model: Model): { field: Field; definition: CustomField }[] {
  const models = useModels();
  const definitions = models.find('extras.customfield');
  const choices = models.find('extras.customfieldchoice');
  const isAsked = model.abilities.includes('customFields');
  const found = useEverything<CustomField>(definitions, { content_types: model.label, sort: 'weight,label' }, isAsked)
    .data?.results;
  const selects = (found ?? []).filter(({ type }) => /select/.test(String(type.value))).map(({ id }) => id);
  const offered = useEverything<OfferedChoice>(
    choices,
    { custom_field: selects.length > mostNamed ? undefined : selects, sort: 'weight,value' },
    selects.length > 0,
  ).data?.results;
  return useMemo(() => fieldsOf(found ?? [], offered ?? []), [found, offered]);
}

type OfferedChoice = ApiObject & { value: string; custom_field: { id: string } };

function fieldsOf(found: CustomField[], offered: OfferedChoice[]): { field: Field; definition: CustomField }[] {
  return found.map((definition) => ({
    definition,
    field: {
      name: definition.key,
      label: definition.label,
      kind: kinds[String(definition.type.value)] ?? 'text',
      required: definition.required,
      readOnly: false,
      nullable: true,
      ...(/select/.test(String(definition.type.value))
        ? {
            choices: offered
              .filter(({ custom_field }) => custom_field.id === definition.id)
              .map(({ value }) => ({ value, label: value })),
          }
        : {}),
      ...(definition.validation_minimum === null ? {} : { minimum: definition.validation_minimum }),
      ...(definition.validation_maximum === null ? {} : { maximum: definition.validation_maximum }),
    },
  }));
}
