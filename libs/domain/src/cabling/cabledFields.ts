import { type Field, f, type Label } from '@plumbline/model';

/** What a cable can be plugged into. */
export const cableTerminations: Label[] = [
  'circuits.circuittermination',
  'dcim.consoleport',
  'dcim.consoleserverport',
  'dcim.frontport',
  'dcim.interface',
  'dcim.powerfeed',
  'dcim.poweroutlet',
  'dcim.powerport',
  'dcim.rearport',
];

/** Those where cable paths begin and end; they lead through front and rear ports. */
export const pathEndpoints: Label[] = cableTerminations.filter(
  (label) => label !== 'dcim.frontport' && label !== 'dcim.rearport',
);

/** The reference's forms know no more of these than that they are there. */
const asText = { type: 'string', uniqueItems: undefined, enum: undefined, enumNames: undefined };

/** A content type and an id that name one object, and the object itself as clients see it. Only cabling writes them. */
const named = <Name extends string>(name: Name, eachAs: string, labels: Label[], schemaName: string) =>
  ({
    [`${name}_type`]: f.contentType(labels).optional().readOnly().with({ logged: false }).inForm(asText),
    [name]: f.generic(`${name}_type`, `${name}_id`).with({ certain: true, eachAs, schemaName }),
    [`${name}_id`]: f.uuid().optional().hidden(),
  }) as Record<Name | `${Name}_type` | `${Name}_id`, Field>;

/** What anything a cable can be plugged into says of the cable's other end. */
export const cabledFields = () => named('cable_peer', 'cable_peer', cableTerminations, 'CableTermination');

/** What an endpoint says of where its cable leads in the end, and whether all cables on the way are connected. */
export const endpointFields = () => ({
  ...named('connected_endpoint', 'connected', pathEndpoints, 'PathEndpoint'),
  connected_endpoint_reachable: f.bool().optional().readOnly().with({ logged: false }).inForm(asText),
});

/** The cable that is plugged in; it goes with whatever it is plugged into. */
export const cable = (): Field => f.ref('dcim.cable', { onDelete: 'handled' }).optional().readOnly();
