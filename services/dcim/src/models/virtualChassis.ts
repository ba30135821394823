import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { lockMembers } from '../locks/lockMembers';
import { bundlesKeepChassis, masterIsMember, masterJoins, membersLosePlaces } from '../rules/virtualChassis';

/** Devices that one of them, the master, controls together as if they were one. */
export const VirtualChassis = defineModel('dcim.virtualchassis', {
  endpoint: 'virtual-chassis',
  menu: [{ under: ['Inventory', 'Devices'], at: 50 }],
  home: { section: 'Inventory', at: 4 },
  traits: [primary],
  title: 'virtual chassis',
  plural: 'virtual chassis',
  description: 'Devices that one of them, the master, controls together as if they were one.',
  listed: ['name', 'domain', 'master', 'member_count'],
  fields: {
    member_count: f.count('dcim.device', 'virtual_chassis'),
    name: f.text(64).unique(),
    domain: f.text(30).default(''),
    master: f.ref('dcim.device', { reverse: 'vc_master_for' }).optional().unique(),
  },
  filterable: ['name', 'domain', 'master'],
  filters: {
    q: by.search({ name: 'icontains', 'members.name': 'icontains', domain: 'icontains', id: 'iexact' }),
    location: by.relation('master.location'),
    tenant: by.relation('master.tenant', { isnull: true }),
    members: by.relation('members', { isnull: true }),
    has_members: by.has('members'),
  },
  needs: { master: ['name', 'virtual_chassis'] },
  exclusive: ['master'],
  beforeLock: [lockMembers],
  validate: [firstProblem(masterIsMember)],
  afterSave: [masterJoins],
  beforeDelete: [bundlesKeepChassis, membersLosePlaces],
});
