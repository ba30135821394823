import { refTo } from '../../apply/draft';
import { choice, derived, idOf, inWords, kept, keyOf, linked, type Mapping, ref, required, to } from './language';
import { rackStandsAt, standsAt, status } from './places';
import { cabled, comments, counters, description, primary } from './shared';

export const rack: Mapping = {
  from: 'dcim.rack',
  list: 'dcim/racks',
  to: { endpoint: 'dcim/racks', label: 'dcim.rack' },
  fields: {
    ...primary,
    ...description,
    name: to('name'),
    facility_id: to('facility_id', (value) => value || null),
    site: derived('the location says it'),
    location: derived('the location is that, or else the site'),
    group: kept('text', inWords),
    tenant: ref('tenant', 'tenancy.tenant'),
    status: status('dcim.rack'),
    role: ref('role', 'dcim.rackrole'),
    serial: to('serial'),
    asset_tag: to('asset_tag', (value) => value || null),
    rack_type: kept('text', inWords),
    type: choice('type'),
    form_factor: choice('type'),
    width: choice('width', 19),
    u_height: to('u_height'),
    starting_unit: kept('integer', (value) => (value === 1 ? null : value)),
    weight: kept('text'),
    max_weight: kept('integer'),
    weight_unit: kept('text', inWords),
    desc_units: to('desc_units'),
    outer_width: to('outer_width'),
    outer_height: kept('integer'),
    outer_depth: to('outer_depth'),
    outer_unit: choice('outer_unit'),
    mounting_depth: kept('integer'),
    airflow: kept('text', inWords),
    comments: to('comments'),
    ...counters('device_count', 'powerfeed_count'),
  },
  finish: (draft, object) => {
    draft.body.location = standsAt(object);
  },
};

/** Somebody keeps units of a rack for themselves. */
export const rackReservation: Mapping = {
  from: 'dcim.rackreservation',
  list: 'dcim/rack-reservations',
  to: { endpoint: 'dcim/rack-reservations', label: 'dcim.rackreservation' },
  fields: {
    ...primary,
    ...comments,
    rack: required('rack', 'dcim.rack'),
    units: to('units'),
    unit_count: derived('the number of units'),
    status: kept('text', inWords),
    user: ref('user', 'users.user'),
    tenant: ref('tenant', 'tenancy.tenant'),
    description: to('description', (value) => value || 'Reserved'),
  },
};

export const powerPanel: Mapping = {
  from: 'dcim.powerpanel',
  list: 'dcim/power-panels',
  to: { endpoint: 'dcim/power-panels', label: 'dcim.powerpanel' },
  fields: {
    ...primary,
    ...description,
    ...comments,
    site: derived('the location says it'),
    location: derived('the location is that, or else the site'),
    name: to('name'),
    ...counters('powerfeed_count'),
  },
  finish: (draft, object) => {
    draft.body.location = standsAt(object);
  },
};

/** A feed serves a rack that stands where its panel does; a rack elsewhere is linked with it. */
export const powerFeed: Mapping = {
  from: 'dcim.powerfeed',
  list: 'dcim/power-feeds',
  to: { endpoint: 'dcim/power-feeds', label: 'dcim.powerfeed' },
  needs: ['dcim.rack', 'dcim.powerpanel'],
  fields: {
    ...primary,
    ...description,
    ...cabled,
    power_panel: required('power_panel', 'dcim.powerpanel'),
    rack: ref('rack', 'dcim.rack'),
    name: to('name'),
    status: status('dcim.powerfeed'),
    type: choice('type', 'primary'),
    supply: choice('supply', 'ac'),
    phase: choice('phase', 'single-phase'),
    voltage: to('voltage'),
    amperage: to('amperage'),
    max_utilization: to('max_utilization'),
    tenant: linked('tenancy.tenant', 'NetBox tenant of power feed'),
    comments: to('comments'),
  },
  finish: (draft, object, context) => {
    const [rackId, panelId] = [idOf(object.rack), idOf(object.power_panel)];
    const panel = panelId === undefined ? undefined : context.all('dcim.powerpanel').get(panelId);
    if (rackId === undefined || !panel) return;
    if (rackStandsAt(context, rackId)?.$ref === standsAt(panel).$ref) return;
    draft.body.rack = null;
    const kind = {
      key: 'netbox_power_feed_rack',
      label: 'NetBox rack of power feed',
      one: 'dcim.rack',
      many: 'dcim.powerfeed',
    };
    context.link(kind, refTo(keyOf('dcim.rack', rackId)), refTo(draft.key));
    context.adjusted('dcim.powerfeed', object, 'is linked with its rack, which stands elsewhere than its panel');
  },
};
