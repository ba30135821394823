import { type Draft, refTo } from '../apply/draft';
import { locationTypes } from './mapping/places';

/** What stands at a location here. */
const stand = [
  'circuits.circuittermination',
  'dcim.device',
  'dcim.powerpanel',
  'dcim.rack',
  'dcim.rackgroup',
  'ipam.namespace',
  'ipam.prefix',
  'ipam.vlan',
  'ipam.vlangroup',
  'virtualization.cluster',
];

const within: Partial<Record<keyof typeof locationTypes, keyof typeof locationTypes>> = {
  'dcim.site': 'dcim.region',
  'dcim.location': 'dcim.site',
};

/** The types of locations that their places are of here. */
export const locationTypeDrafts = (): Draft[] =>
  Object.entries(locationTypes).map(([label, { name, key }]) => {
    const parent = within[label as keyof typeof locationTypes];
    return {
      endpoint: 'dcim/location-types',
      key,
      body: {
        name,
        nestable: label !== 'dcim.site',
        parent: parent ? refTo(locationTypes[parent].key, true) : null,
        content_types: stand,
      },
    };
  });
