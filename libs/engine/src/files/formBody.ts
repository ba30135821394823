import { type FormValue, SentFile, type SentForm } from '@plumbline/http';
import { type Field, type Model, readUuid } from '@plumbline/model';

/**
 * The body that JSON would bring in place of a form: texts are read as the cells of tables are, JSON where JSON
 * belongs, lists where a part is repeated. An empty part empties its field.
 */
export function formBody(model: Model, form: SentForm): Record<string, unknown> {
  const entries = [...form.values].flatMap(([name, values]): [string, unknown][] => {
    const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined;
    return field ? [[name, readParts(name, field, values)]] : [];
  });
  return Object.fromEntries(entries);
}

function readParts(name: string, field: Field, values: readonly FormValue[]): unknown {
  if (field.isMany || field.kind.lookups === 'labels') {
    const given = values.filter((value) => value !== '');
    return name === 'tags' ? given.map((tag) => (readUuid(tag) ? tag : { name: tag })) : given;
  }
  const value = values.at(-1)!;
  if (value instanceof SentFile) return value;
  if (value === '' && (field.options.nullable || field.isFile)) return null;
  if (field.kind.lookups === 'json') return jsonOf(value);
  return field.kind.fromText ? field.kind.fromText(value, field) : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
