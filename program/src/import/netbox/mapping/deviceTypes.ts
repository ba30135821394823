import { refTo } from '../../apply/draft';
import {
  choice,
  choiceOf,
  derived,
  type FieldRule,
  idOf,
  inWords,
  kept,
  linked,
  type Mapping,
  nowhere,
  ref,
  required,
  to,
} from './language';
import { counters, description, itself, primary, slug } from './shared';

const isChild = (value: unknown): boolean => choiceOf(value) === 'child';

export const deviceType: Mapping = {
  from: 'dcim.devicetype',
  list: 'dcim/device-types',
  to: { endpoint: 'dcim/device-types', label: 'dcim.devicetype' },
  fields: {
    ...primary,
    ...slug,
    ...description,
    manufacturer: required('manufacturer', 'dcim.manufacturer'),
    default_platform: linked('dcim.platform', 'NetBox default platform'),
    model: to('model'),
    part_number: to('part_number'),
    u_height: to('u_height', (value, object, context) => {
      const height = Number(value ?? 1);
      if (isChild(object.subdevice_role)) return 0;
      if (!Number.isInteger(height))
        context.nowhere('dcim.devicetype', object, 'u_height', 'heights are whole units here; it was rounded up');
      return Math.ceil(height);
    }),
    exclude_from_utilization: kept('boolean', (value) => value || null),
    is_full_depth: to('is_full_depth'),
    subdevice_role: choice('subdevice_role'),
    airflow: kept('text', inWords),
    weight: kept('text'),
    weight_unit: kept('text', inWords),
    front_image: nowhere('pictures are not taken along'),
    rear_image: nowhere('pictures are not taken along'),
    comments: to('comments'),
    ...counters(
      'device_count',
      'console_port_template_count',
      'console_server_port_template_count',
      'power_port_template_count',
      'power_outlet_template_count',
      'interface_template_count',
      'front_port_template_count',
      'rear_port_template_count',
      'device_bay_template_count',
      'module_bay_template_count',
      'inventory_item_template_count',
    ),
  },
};

/** Templates of parts belong to types of devices; those of types of modules have none here. */
const ofDeviceType: Pick<Mapping, 'accepts'> = {
  accepts: (object) => idOf(object.device_type) !== undefined,
};

const template = (name: string, fields: Record<string, FieldRule>): Mapping => {
  const plain = name.replace(/-/g, '');
  return {
    from: `dcim.${plain}template`,
    list: `dcim/${name}-templates`,
    to: { endpoint: `dcim/${name}-templates`, label: `dcim.${plain}template` },
    nowhere: 'what belongs to a type of modules has no place: there are no modules here',
    ...ofDeviceType,
    fields: {
      ...itself,
      device_type: required('device_type', 'dcim.devicetype'),
      module_type: derived('templates of types of modules are reported with them'),
      name: to('name'),
      label: to('label'),
      description: to('description'),
      ...fields,
    },
  };
};

export const consolePortTemplate = template('console-port', { type: choice('type') });
export const consoleServerPortTemplate = template('console-server-port', { type: choice('type') });
export const powerPortTemplate = template('power-port', {
  type: choice('type'),
  maximum_draw: to('maximum_draw'),
  allocated_draw: to('allocated_draw'),
});
export const powerOutletTemplate = template('power-outlet', {
  type: choice('type'),
  color: kept(),
  power_port: ref('power_port_template', 'dcim.powerporttemplate'),
  feed_leg: choice('feed_leg'),
});
export const interfaceTemplate = template('interface', {
  type: choice('type', 'other'),
  enabled: kept('boolean', (value) => (value === false ? false : null)),
  mgmt_only: to('mgmt_only'),
  bridge: kept('text', inWords),
  poe_mode: kept('text', inWords),
  poe_type: kept('text', inWords),
  rf_role: kept('text', inWords),
});
export const rearPortTemplate = template('rear-port', {
  type: choice('type', 'other'),
  color: kept(),
  positions: to('positions'),
  front_ports: derived('the front ports say it'),
});

/** A front port leads to one position of one rear port; since 4.5 it may lead to several. */
export function leadsTo(field: string, of: string): Pick<Mapping, 'finish' | 'fields'> {
  return {
    fields: {
      positions: nowhere('a front port leads to one position here', (value) => Number(value ?? 1) <= 1),
      rear_port: derived('the port it leads to'),
      rear_port_position: derived('the position it leads to'),
      rear_ports: derived('the first is where it leads to'),
    },
    finish: (draft, object, context) => {
      const several = (object.rear_ports ?? []) as { rear_port: unknown; rear_port_position?: number }[];
      const first = several[0] ?? {
        rear_port: object.rear_port,
        rear_port_position: object.rear_port_position as number,
      };
      draft.body[field] = refTo(`${of}:${idOf(first.rear_port)}`, true);
      draft.body.rear_port_position = first.rear_port_position ?? 1;
      if (several.length > 1)
        context.nowhere(
          draft.key.split(':')[0]!,
          object,
          'rear_ports',
          'a front port leads to one position here; the first was taken',
        );
    },
  };
}

const frontTemplate = leadsTo('rear_port_template', 'dcim.rearporttemplate');
export const frontPortTemplate: Mapping = {
  ...template('front-port', { type: choice('type', 'other'), color: kept(), ...frontTemplate.fields }),
  finish: frontTemplate.finish!,
};
export const deviceBayTemplate = template('device-bay', {
  enabled: kept('boolean', (value) => (value === false ? false : null)),
});

export const moduleBayTemplate: Mapping = {
  from: 'dcim.modulebaytemplate',
  list: 'dcim/module-bay-templates',
  nowhere: 'there are no module bays here; modules are inventory items of their devices',
  fields: {},
};

export const inventoryItemTemplate: Mapping = {
  from: 'dcim.inventoryitemtemplate',
  list: 'dcim/inventory-item-templates',
  nowhere: 'types of devices have no inventory items here; those of devices are taken',
  fields: {},
};

/** What modules are, told where they are inventory items. */
export const moduleType: Mapping = {
  from: 'dcim.moduletype',
  list: 'dcim/module-types',
  nowhere: 'there are no types of modules here; inventory items name their model and manufacturer',
  fields: {},
};
