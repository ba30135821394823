import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Engine, Work } from '../engine';
import { type CustomField, customFieldSchema } from './definition';

const known = new WeakMap<Engine, ReadonlyMap<string, CustomField[]>>();
const none: CustomField[] = [];

/** The custom fields of a model of this service, in the order they are shown in. */
export const fieldsOf = (engine: Engine, label: string): CustomField[] => known.get(engine)?.get(label) ?? none;

/** The values of the custom fields of an object of a model of which nothing is said. */
export const defaultValues = (engine: Engine, label: string): Row =>
  Object.fromEntries(fieldsOf(engine, label).map(({ key, default: value }) => [key, value ?? null]));

/**
 * Reads which custom fields this service knows of; done at the start and whenever some process of it has taken in
 * others.
 */
export async function readKnownFields({ engine, sql: run }: Work): Promise<void> {
  const rows = await run.rows<{ label: string; definition: unknown }>(
    sql.unsafe`SELECT label, definition FROM custom_field WHERE definition IS NOT NULL AND state <> 'removing'`,
  );
  const fields = new Map<string, CustomField[]>();
  for (const { label, definition } of rows)
    fields.set(label, [...(fields.get(label) ?? []), customFieldSchema.parse(definition)]);
  for (const list of fields.values()) list.sort(inOrder);
  known.set(engine, fields);
}

const inOrder = (one: CustomField, other: CustomField): number =>
  one.weight - other.weight || (one.label < other.label ? -1 : 1);
