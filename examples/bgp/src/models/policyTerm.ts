import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { policyActions } from '../choices/policyActions';
import { rejectedRoutesStay } from '../rules/rejectedRoutesStay';

const unsigned = { min: 0, max: 4_294_967_295 };

/** What a policy does with the routes of a network; the first term that matches a route decides. */
export const PolicyTerm = defineModel('bgp.policyterm', {
  root: 'plugins/bgp',
  endpoint: 'policy-terms',
  menu: [{ under: ['Networks', 'BGP'], at: 1050 }],
  traits: [primary],
  title: 'policy term',
  description: 'What a policy does with the routes that it matches; the first term that matches decides.',
  listed: ['policy', 'sequence', 'prefix', 'origin_as', 'action', 'local_preference', 'multi_exit_disc'],
  fields: {
    sequence: f.int({ min: 1, max: 65_535 }),
    action: f.choice(policyActions),
    local_preference: f.int(unsigned).optional().label('LOCAL_PREF'),
    multi_exit_disc: f.int(unsigned).optional().label('MULTI_EXIT_DISC'),
    prepend: f.int({ min: 1, max: 32 }).optional().label('Own AS prepended to AS_PATH (times)'),
    policy: f.ref('bgp.routingpolicy', { reverse: 'terms', onDelete: 'cascade' }),
    prefix: f.ref('ipam.prefix', { reverse: 'bgp_policy_terms' }).optional(),
    origin_as: f.ref('bgp.autonomoussystem', { reverse: 'policy_terms' }).optional().label('Origin AS'),
  },
  partOf: 'policy',
  order: ['policy', 'sequence'],
  unique: [['policy', 'sequence']],
  naturalKey: ['policy.name', 'sequence'],
  display: (term) => `${term['policy.name']} ${term.sequence}`,
  displayNeeds: ['policy.name'],
  filterable: ['sequence', 'local_preference', 'multi_exit_disc'],
  filters: {
    q: by.search({ id: 'iexact', 'policy.name': 'icontains' }),
    policy: by.relation('policy', { key: 'name' }),
    prefix: by.relationId('prefix'),
    origin_as: by.relation('origin_as', { key: 'asn', isnull: true }),
    action: by.choice('action', policyActions),
  },
  validate: [firstProblem(rejectedRoutesStay)],
});
