import { type FormValue, faultInJson, problems, SentFile, type SentForm } from '@plumbline/http';
import { type Field, type Model, readUuid } from '@plumbline/model';

/**
 * The body that JSON would bring in place of a form: texts are read as the cells of tables are, JSON where JSON
 * belongs, lists where a part is repeated. An empty part empties its field. Throws a 400 for JSON that no body may hold.
 */
export function formBody(model: Model, form: SentForm): Record<string, unknown> {
  const entries = [...form.values].flatMap(([name, values]): [string, unknown][] => {
    const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined;
    return field ? [[name, readParts(name, field, values)]] : [];
  });
  return Object.fromEntries(entries);
}

function readParts(name: string, field: Field, values: readonly FormValue[]): unknown {
  if (field.isSet) {
    const given = values.filter((value) => value !== '');
    const { namedBy } = field.options;
    return namedBy === undefined ? given : given.map((one) => (readUuid(one) ? one : { [namedBy]: one }));
  }
  const value = values.at(-1)!;
  if (value instanceof SentFile) return value;
  if (value === '' && (field.options.nullable || field.isFile)) return null;
  const { fromForm, fromText } = field.kind;
  if (fromForm) {
    const read = fromForm(value);
    const fault = field.kind.mayBeJson && typeof read !== 'string' ? faultInJson(name, value) : undefined;
    if (fault !== undefined) throw problems.field(name, fault);
    return read;
  }
  return fromText ? fromText(value, field) : value;
}
