import type { Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/** What a device type has templates of, in the order in which components are made of them: some lead to those made before. */
export const kindsInOrder = [
  ['consoleport', 'consoleserverport', 'powerport', 'interface', 'rearport', 'devicebay'],
  ['poweroutlet', 'frontport'],
] as const;
const componentKinds = kindsInOrder.flat();
export type ComponentKind = (typeof componentKinds)[number];

/** Whether the types of these devices have templates, by kind: one row. */
export function kindsWithTemplates(devices: Sql): Sql {
  const columns = componentKinds.map(
    (kind) => sql.fragment`EXISTS (
      SELECT 1 FROM ${sql.identifier([`${kind}template`])} WHERE device_type IN (SELECT device_type FROM made)
    ) AS ${sql.identifier([kind])}`,
  );
  return sql.unsafe`
    WITH made AS (SELECT DISTINCT device_type FROM device WHERE id = ANY(${devices}))
    SELECT ${sql.join(columns, sql.fragment`, `)}`;
}

/**
 * What a component of a kind takes from its template beyond its names, and what every new one has: values by column.
 */
interface Copying {
  values: Record<string, Sql>;
  join?: Sql;
}

const fromTemplate = (...columns: string[]): Record<string, Sql> =>
  Object.fromEntries(columns.map((column) => [column, sql.fragment`${sql.identifier(['template', column])}`]));

function copyingOf(kind: ComponentKind, interfaceStatus: string | undefined): Copying {
  switch (kind) {
    case 'consoleport':
    case 'consoleserverport':
      return { values: fromTemplate('type') };
    case 'powerport':
      return { values: fromTemplate('type', 'maximum_draw', 'allocated_draw') };
    case 'poweroutlet':
      return {
        values: { ...fromTemplate('type', 'feed_leg'), power_port: sql.fragment`port.id` },
        join: sql.fragment`
          LEFT JOIN powerporttemplate port_template ON port_template.id = template.power_port_template
          LEFT JOIN powerport port ON port.device = device.id AND port.name = port_template.name`,
      };
    case 'interface':
      return {
        values: {
          ...fromTemplate('type', 'mgmt_only'),
          mode: sql.fragment`''`,
          enabled: sql.fragment`true`,
          may_have_addresses: sql.fragment`false`,
          tagged_vlans: sql.fragment`'{}'::uuid[]`,
          status: sql.fragment`${interfaceStatus!}::uuid`,
        },
      };
    case 'rearport':
      return { values: fromTemplate('type', 'positions') };
    case 'frontport':
      return {
        values: { ...fromTemplate('type', 'rear_port_position'), rear_port: sql.fragment`rear.id` },
        join: sql.fragment`
          JOIN rearporttemplate rear_template ON rear_template.id = template.rear_port_template
          JOIN rearport rear ON rear.device = device.id AND rear.name = rear_template.name`,
      };
    case 'devicebay':
      return { values: {} };
  }
}

/** What makes the components of one kind that the types of these devices have templates of, all at once. */
export function componentsFromTemplates(
  kind: ComponentKind,
  devices: Sql,
  now: string,
  customFields: Row,
  interfaceStatus: string | undefined,
): Sql {
  const { values: own, join = sql.fragment`` } = copyingOf(kind, interfaceStatus);
  const values: Record<string, Sql> = {
    id: sql.fragment`gen_random_uuid()`,
    device: sql.fragment`device.id`,
    ...fromTemplate('name', 'natural_name', 'label', 'description'),
    ...own,
    created: sql.fragment`${now}::timestamptz`,
    last_updated: sql.fragment`${now}::timestamptz`,
    tags: sql.fragment`'{}'::uuid[]`,
    custom_fields: sql.fragment`${JSON.stringify(customFields)}::jsonb`,
  };
  const columns = Object.keys(values).map((column) => sql.identifier([column]));
  return sql.fragment`
    INSERT INTO ${sql.identifier([kind])} (${sql.join(columns, sql.fragment`, `)})
    SELECT ${sql.join(Object.values(values), sql.fragment`, `)}
    FROM device JOIN ${sql.identifier([`${kind}template`])} template ON template.device_type = device.device_type ${join}
    WHERE device.id = ANY(${devices})`;
}
