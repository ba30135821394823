import type { Field, FieldKind } from './description';
import { type Model, useModels } from './models';
import { useList } from './objects';
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
  markdown: 'longText',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  select: 'choice',
  'multi-select': 'choices',
  json: 'json',
};

/** More custom fields than this a model does not have. */
const most = 200;

/** The custom fields of a model, as fields of a form; none as long as they are not known. */
export function useCustomFields(model: Model): { field: Field; definition: CustomField }[] {
  const models = useModels();
  const definitions = models.find('extras.customfield');
  const choices = models.find('extras.customfieldchoice');
  const isAsked = definitions !== undefined && model.abilities.includes('customFields');
  const found =
    useList<CustomField>(
      definitions ?? { url: '' },
      { content_types: model.label, limit: most, sort: 'weight' },
      isAsked,
    ).data?.results ?? [];
  const hasChoices = found.some(({ type }) => /select/.test(String(type.value)));
  const offered =
    useList<ApiObject & { value: string; custom_field: { id: string } }>(
      choices ?? { url: '' },
      { limit: 1000, sort: 'weight' },
      choices !== undefined && hasChoices,
    ).data?.results ?? [];
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
