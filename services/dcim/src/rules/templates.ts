import type { Rule } from '@plumbline/model';

/** An outlet hands on power that a port of the same device takes. */
export const portIsOfSameType: Rule = ({ row, related: { power_port_template: port } }) =>
  port && port.device_type !== row.device_type
    ? { __all__: [`Parent power port (${port.name}) must belong to the same device type.`] }
    : undefined;

/** Front and rear of a panel are one device. */
export const rearPortIsOfSameType: Rule = ({ row, related: { rear_port_template: rear } }) =>
  rear && rear.device_type !== row.device_type
    ? { __all__: [`Rear port (${rear.name}) must belong to the same device type.`] }
    : undefined;

/** A front port takes one of the positions its rear port has. */
export const positionIsThere: Rule = ({ row, related: { rear_port_template: rear } }) =>
  rear && Number(row.rear_port_position) > Number(rear.positions)
    ? { __all__: [`Rear port ${rear.name} has only ${rear.positions} positions.`] }
    : undefined;

/** Only devices that are parents of others hold them in bays. */
export const typeHasBays: Rule = ({ related: { device_type: type } }) =>
  type && type.subdevice_role !== 'parent'
    ? {
        __all__: [`Subdevice role of device type (${type.model}) must be set to "parent" to allow device bays.`],
      }
    : undefined;
