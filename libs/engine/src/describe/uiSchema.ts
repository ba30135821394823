import type { Field, Model } from '@plumbline/model';
import { formFields } from './schema';

type Hints = Record<string, unknown>;

/** Hints for form builders: the order of the fields, the widget of each, the message for a value already taken. */
export function uiSchemaOf(model: Model): Hints {
  const writable = formFields(model).filter(([, { options }]) => !options.readOnly);
  return {
    'ui:order': [...model.listed, '*'],
    ...Object.fromEntries(writable.map(([name, field]) => [name, hints(model, name, field)])),
    ...(model.abilities.relationships ? { relationships: {} } : {}),
  };
}

function hints(model: Model, name: string, field: Field): Hints {
  const { kind, options } = field;
  const widget = widgetOf(name, field);
  const validators = [
    ...(options.unique
      ? [
          {
            code: 'uniquevalidator',
            message: options.uniqueMessage ?? `${model.title} with this ${name.replaceAll('_', ' ')} already exists.`,
          },
        ]
      : []),
    ...(kind.name === 'email' ? [{ code: 'invalid', message: 'Enter a valid email address.' }] : []),
  ];
  return {
    ...(widget ? { 'ui:widget': widget } : {}),
    ...(validators.length > 0 ? { 'ui:custom-validators': validators } : {}),
    ...(isLongText(field) || (kind.name === 'json' && name !== 'custom_fields')
      ? { base_template: 'textarea.html' }
      : {}),
    ...(kind.wire(field).items && kind.name !== 'choices' ? { items: { 'ui:widget': 'updown' } } : {}),
  };
}

const isLongText = ({ kind, options }: Field): boolean => kind.name === 'text' && options.maxLength === undefined;

function widgetOf(name: string, { kind }: Field): string | undefined {
  switch (kind.name) {
    case 'int':
    case 'float':
    case 'decimal':
      return 'updown';
    case 'email':
      return 'email';
    case 'datetime':
      return 'date-time';
    case 'json':
      return 'textarea';
    default:
      return name === 'custom_fields' ? 'textarea' : undefined;
  }
}
