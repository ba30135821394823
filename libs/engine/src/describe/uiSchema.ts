import type { Field, Model } from '@plumbline/model';
import type { Extensions } from '../core/extensions/extension';
import { formFields } from './schema';

type Hints = Record<string, unknown>;

/** Hints for form builders: the order of the fields, the widget of each, the message for a value already taken. */
export function uiSchemaOf(extensions: Extensions, model: Model): Hints {
  const writable = formFields(extensions, model).filter(([, { options }]) => !options.readOnly);
  return {
    'ui:order': [...model.listed, '*'],
    ...Object.fromEntries(writable.map(([name, field]) => [name, hints(model, name, field)])),
    ...Object.fromEntries(
      extensions.keysOf(model).flatMap(({ key, readOnly, formHints = {} }) => (readOnly ? [] : [[key, formHints]])),
    ),
  };
}

function hints(model: Model, name: string, field: Field): Hints {
  const { kind, options } = field;
  const { widget, message, isArea, itemWidget } = kind.hints?.(field) ?? {};
  const validators = [
    ...(options.unique
      ? [
          {
            code: 'uniquevalidator',
            message: options.uniqueMessage ?? `${model.title} with this ${name.replaceAll('_', ' ')} already exists.`,
          },
        ]
      : []),
    ...(message === undefined ? [] : [{ code: 'invalid', message }]),
  ];
  return {
    ...(widget ? { 'ui:widget': widget } : {}),
    ...(validators.length > 0 ? { 'ui:custom-validators': validators } : {}),
    ...(isArea ? { base_template: 'textarea.html' } : {}),
    ...(itemWidget ? { items: { 'ui:widget': itemWidget } } : {}),
  };
}
