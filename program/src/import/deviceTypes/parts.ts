/** A kind of part that types of devices have templates of, in the words of the library and in those here. */
export interface PartKind {
  /** The list in a file: `console-ports`. */
  list: string;
  /** Where the templates are here. */
  endpoint: string;
  label: string;
  /** Fields beside name, label and description: here, and in a file. */
  fields: { here: string; there: string; otherwise?: string; required?: boolean }[];
  /** A field that names another part of the same type. */
  refersTo?: { here: string; there: string; list: string; required: boolean };
}

const type = { here: 'type', there: 'type' };

const kind = (name: string, fields: PartKind['fields'], refersTo?: PartKind['refersTo']): PartKind => ({
  list: `${name}s`,
  endpoint: `dcim/${name}-templates`,
  label: `dcim.${name.replace(/-/g, '')}template`,
  fields,
  ...(refersTo && { refersTo }),
});

/** All kinds of parts, those that others refer to before them. */
export const partKinds: readonly PartKind[] = [
  kind('console-port', [type]),
  kind('console-server-port', [type]),
  kind('power-port', [
    type,
    { here: 'maximum_draw', there: 'maximum_draw' },
    { here: 'allocated_draw', there: 'allocated_draw' },
  ]),
  kind('power-outlet', [type, { here: 'feed_leg', there: 'feed_leg' }], {
    here: 'power_port_template',
    there: 'power_port',
    list: 'power-ports',
    required: false,
  }),
  kind('interface', [
    { ...type, otherwise: 'other' },
    { here: 'mgmt_only', there: 'mgmt_only' },
  ]),
  kind('rear-port', [
    { ...type, otherwise: 'other' },
    { here: 'positions', there: 'positions' },
  ]),
  kind(
    'front-port',
    [
      { ...type, otherwise: 'other' },
      { here: 'rear_port_position', there: 'rear_port_position' },
    ],
    {
      here: 'rear_port_template',
      there: 'rear_port',
      list: 'rear-ports',
      required: true,
    },
  ),
  kind('device-bay', []),
];

/** Fields of a type, here and in a file; the manufacturer is named besides. */
export const typeFields: readonly string[] = [
  'model',
  'part_number',
  'u_height',
  'is_full_depth',
  'subdevice_role',
  'comments',
];
