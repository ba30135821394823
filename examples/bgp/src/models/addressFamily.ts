import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';
import { addressFamilies } from '../choices/addressFamilies';

/** Which routes a session carries (RFC 4760). */
export const AddressFamily = defineModel('bgp.addressfamily', {
  root: 'plugins/bgp',
  endpoint: 'address-families',
  menu: [{ under: ['Networks', 'BGP'], at: 1030 }],
  traits: [primary],
  title: 'address family',
  plural: 'address families',
  description: 'Which routes the sessions carry, and how many of them at most.',
  listed: ['peering', 'afi_safi', 'prefix_limit'],
  fields: {
    afi_safi: f.choice(addressFamilies).label('AFI and SAFI'),
    prefix_limit: f.int({ min: 1, max: 2_147_483_647 }).optional(),
    peering: f.ref('bgp.peering', { reverse: 'address_families', onDelete: 'cascade' }),
  },
  partOf: 'peering',
  order: ['peering', 'afi_safi'],
  unique: [['peering', 'afi_safi']],
  naturalKey: ['id'],
  display: ({ afi_safi }) => String(addressFamilies.find(([value]) => value === afi_safi)?.[1]),
  filterable: ['prefix_limit'],
  filters: {
    q: by.search({ id: 'iexact', afi_safi: 'icontains' }),
    peering: by.relationId('peering'),
    afi_safi: by.choice('afi_safi', addressFamilies),
  },
});
