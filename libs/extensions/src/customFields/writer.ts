import { memoize, type UnitOfWork } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { type CustomField, valueUnder } from './customField';
import { fieldsOf } from './definitions';

/** What stands before the value of each field. */
const startsOf = memoize((fields: CustomField[]) =>
  fields.map(({ key }, index) => [key, `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`] as const),
);

/** Writes every custom field that a model has at the time, set or not. */
export const customFieldsWriter =
  ({ label }: Model) =>
  ({ custom_fields: stored }: Row, { engine }: UnitOfWork): string => {
    const fields = fieldsOf(engine, label);
    if (fields.length === 0) return '{}';
    const values = (stored ?? {}) as Row;
    let text = '';
    for (const [key, start] of startsOf(fields)) text += start + JSON.stringify(valueUnder(values, key) ?? null);
    return `${text}}`;
  };
