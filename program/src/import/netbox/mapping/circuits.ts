import { refTo } from '../../apply/draft';
import { derived, idOf, inWords, isEmpty, kept, keyOf, type Mapping, ref, required, to } from './language';
import { isPlace, status } from './places';
import { cabled, comments, counters, description, keepSeveral, primary, slug } from './shared';

export const provider: Mapping = {
  from: 'circuits.provider',
  list: 'circuits/providers',
  to: { endpoint: 'circuits/providers', label: 'circuits.provider' },
  needs: ['circuits.provideraccount'],
  fields: {
    ...primary,
    ...slug,
    ...description,
    name: to('name'),
    accounts: derived('come with the accounts'),
    comments: to('comments'),
    asns: to('asn', (value) => (value as { asn: number }[] | null)?.[0]?.asn ?? null),
    ...counters('circuit_count'),
  },
  finish: (draft, object, context) => {
    const asns = (object.asns ?? []) as { asn: number }[];
    const numbers = asns.map(({ asn }) => String(asn));
    keepSeveral(context, draft, 'circuits.provider', 'asns', numbers);
    const accounts = [...context.all('circuits.provideraccount').values()].filter(
      (one) => idOf(one.provider) === object.id,
    );
    draft.body.account = String(accounts[0]?.account ?? '');
    const named = accounts.map((one) => `${one.account}${one.name ? ` (${one.name})` : ''}`);
    keepSeveral(context, draft, 'circuits.provider', 'accounts', named);
  },
};

export const providerAccount: Mapping = {
  from: 'circuits.provideraccount',
  list: 'circuits/provider-accounts',
  nowhere: 'its number is a field of its provider',
  fields: {},
};

export const providerNetwork: Mapping = {
  from: 'circuits.providernetwork',
  list: 'circuits/provider-networks',
  to: { endpoint: 'circuits/provider-networks', label: 'circuits.providernetwork' },
  fields: {
    ...primary,
    provider: required('provider', 'circuits.provider'),
    name: to('name'),
    service_id: kept(),
    description: to('description'),
    comments: to('comments'),
  },
};

export const circuitType: Mapping = {
  from: 'circuits.circuittype',
  list: 'circuits/circuit-types',
  to: { endpoint: 'circuits/circuit-types', label: 'circuits.circuittype' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    color: kept(),
    description: to('description'),
    ...counters('circuit_count'),
  },
};

export const circuit: Mapping = {
  from: 'circuits.circuit',
  list: 'circuits/circuits',
  to: { endpoint: 'circuits/circuits', label: 'circuits.circuit' },
  fields: {
    ...primary,
    cid: to('cid'),
    provider: required('provider', 'circuits.provider'),
    provider_account: kept('text', inWords),
    type: required('circuit_type', 'circuits.circuittype'),
    status: status('circuits.circuit'),
    tenant: ref('tenant', 'tenancy.tenant'),
    install_date: to('install_date'),
    termination_date: kept(),
    commit_rate: to('commit_rate'),
    description: to('description'),
    distance: kept('text'),
    distance_unit: kept('text', inWords),
    termination_a: derived('comes with its ends'),
    termination_z: derived('comes with its ends'),
    comments: to('comments'),
    assignments: kept('text', (value) => inWords(value) || null),
  },
};

/** An end is at a location or in a network of a provider; before 4.2 two fields said which. */
export const circuitTermination: Mapping = {
  from: 'circuits.circuittermination',
  list: 'circuits/circuit-terminations',
  to: { endpoint: 'circuits/circuit-terminations', label: 'circuits.circuittermination' },
  fields: {
    ...primary,
    ...cabled,
    circuit: required('circuit', 'circuits.circuit'),
    term_side: to('term_side'),
    termination_type: derived('says where it is'),
    termination_id: derived('says where it is'),
    termination: derived('says where it is'),
    site: derived('the location'),
    provider_network: ref('provider_network', 'circuits.providernetwork'),
    port_speed: to('port_speed'),
    upstream_speed: to('upstream_speed'),
    xconnect_id: to('xconnect_id'),
    pp_info: to('pp_info'),
    description: to('description'),
  },
  accepts: (object, context) => {
    const isSomewhere = !isEmpty(object.termination_id) || !isEmpty(object.site) || !isEmpty(object.provider_network);
    if (!isSomewhere) context.nowhere('circuits.circuittermination', object, '', 'an end of a circuit that is nowhere');
    return isSomewhere;
  },
  finish: (draft, object) => {
    const { termination_type: type, termination_id: id } = object;
    const end = refTo(keyOf(String(type), id), true);
    if (isPlace(type)) Object.assign(draft.body, { location: end, provider_network: null });
    else if (type) Object.assign(draft.body, { location: null, provider_network: end });
    else
      draft.body.location = idOf(object.site) === undefined ? null : refTo(keyOf('dcim.site', idOf(object.site)), true);
  },
};
