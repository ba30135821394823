import { type Field, fieldTitle, type Model } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { contentTypesOf } from './contentTypes';

/** A field of a request body, as clients read it to offer choices. */
export interface FieldDescription {
  type: string;
  required: boolean;
  read_only: boolean;
  label: string;
  max_length?: number;
  min_length?: number;
  max_value?: number;
  min_value?: number;
  choices?: { value: string | number; display: string }[];
}

/** Every field of the model by name, as a request meets it. */
export function fieldDescriptions(engine: Engine, model: Model): Record<string, FieldDescription> {
  return Object.fromEntries(
    Object.entries(model.fields)
      .filter(([, { options }]) => !options.hidden)
      .map(([name, field]) => [name, describeField(engine, name, field)]),
  );
}

function describeField(engine: Engine, name: string, field: Field): FieldDescription {
  const { required, readOnly, maxLength, minLength, max, min } = field.options;
  const choices = choicesOf(engine, field);
  return {
    type: typeOf(field),
    required,
    read_only: readOnly,
    label: fieldTitle(name, field),
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(minLength === undefined ? {} : { min_length: minLength }),
    ...(max === undefined ? {} : { max_value: max }),
    ...(min === undefined ? {} : { min_value: min }),
    ...(choices ? { choices } : {}),
  };
}

function choicesOf(engine: Engine, field: Field): FieldDescription['choices'] {
  if (field.options.choices) return field.options.choices.map(([value, display]) => ({ value, display }));
  if (!field.kind.namesContentTypes) return undefined;
  return contentTypesOf(engine, field, false).map((value) => ({
    value,
    display: engine.catalog.contentTypeName(value),
  }));
}

/** The kind of input a client offers; `field` where it is none of the plain ones. */
function typeOf(field: Field): string {
  return field.kind.input ?? (field.kind.wire(field).type === 'array' && !field.isMany ? 'list' : 'field');
}
