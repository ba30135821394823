import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';
import { rackUnits } from '../fields/rackUnits';
import { lockReservedRacks, unitsAreFree } from '../rules/rackReservations';
import { displayRack } from '../text/displayRack';

/** Units of a rack that are kept for something. */
export const RackReservation = defineModel('dcim.rackreservation', {
  endpoint: 'rack-reservations',
  menu: [{ under: ['Inventory', 'Devices'], at: 230 }],
  traits: [primary],
  title: 'rack reservation',
  description: 'Units of racks that are kept for something.',
  listed: ['rack', 'units', 'user', 'description'],
  fields: {
    units: rackUnits(),
    description: f.text(200),
    rack: f.ref('dcim.rack', { reverse: 'rack_reservations', onDelete: 'cascade' }),
    tenant: f.ref('tenancy.tenant', { reverse: 'rack_reservations' }).optional(),
    user: f
      .ref('users.user', { reverse: 'rack_reservations' })
      .defaultAlsoOnReplace(({ userId }: { userId: string }) => userId)
      .describe('Whoever makes the reservation, unless said otherwise.'),
  },
  order: ['created'],
  naturalKey: ['units', 'rack.name', 'rack.rack_group.name', 'rack.rack_group.location.tree_names[]'],
  display: (reservation) =>
    `Reservation for rack ${displayRack({ name: reservation['rack.name'], facility_id: reservation['rack.facility_id'] })}`,
  displayNeeds: ['rack.name', 'rack.facility_id'],
  filterable: ['description', 'tenant'],
  filters: {
    q: by.search({
      'rack.name': 'icontains',
      'rack.facility_id': 'icontains',
      'user.username': 'icontains',
      description: 'icontains',
      id: 'iexact',
    }),
    rack: by.relation('rack'),
    rack_group: by.tree('rack.rack_group', { isnull: true }),
    user: by.relation('user', { key: 'username', negatesAnyId: true }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
  },
  needs: { rack: ['u_height'] },
  exclusive: ['rack'],
  beforeLock: [lockReservedRacks],
  validate: [unitsAreFree],
});
