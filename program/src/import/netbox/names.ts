import type { Row } from '@plumbline/model';
import type { Draft } from '../apply/draft';

/** Names that only one object may have here, among those alike in some other fields. */
const names: Readonly<Record<string, { field: string; within: string[]; length: number }>> = {
  'circuits/provider-networks': { field: 'name', within: ['provider'], length: 100 },
  'dcim/interface-redundancy-groups': { field: 'name', within: [], length: 100 },
  'dcim/inventory-items': { field: 'name', within: ['device', 'parent'], length: 64 },
  'dcim/locations': { field: 'name', within: ['parent'], length: 100 },
  'dcim/platforms': { field: 'name', within: [], length: 100 },
  'dcim/power-panels': { field: 'name', within: ['location'], length: 100 },
  'dcim/virtual-chassis': { field: 'name', within: [], length: 64 },
  'extras/config-contexts': { field: 'name', within: [], length: 100 },
  'extras/custom-links': { field: 'name', within: [], length: 100 },
  'extras/export-templates': { field: 'name', within: ['content_type'], length: 100 },
  'extras/relationships': { field: 'label', within: [], length: 100 },
  'extras/webhooks': { field: 'name', within: [], length: 150 },
  'ipam/namespaces': { field: 'name', within: [], length: 255 },
  'ipam/services': { field: 'name', within: ['device', 'virtual_machine'], length: 100 },
  'ipam/vlan-groups': { field: 'name', within: [], length: 100 },
  'tenancy/tenant-groups': { field: 'name', within: [], length: 100 },
  'tenancy/tenants': { field: 'name', within: [], length: 100 },
  'users/permissions': { field: 'name', within: [], length: 100 },
  'virtualization/clusters': { field: 'name', within: [], length: 100 },
  'virtualization/virtual-machines': { field: 'name', within: ['cluster', 'tenant'], length: 64 },
};

/** Gives names that are taken here something that tells their objects apart; answers the name that was given. */
export function createNaming(): (draft: Draft, distinction: string) => string | undefined {
  const taken = new Map<string, string>();
  return (draft, distinction) => {
    const rule = names[draft.endpoint];
    if (!rule) return undefined;
    const nameIn = (body: Row) =>
      JSON.stringify([draft.endpoint, body[rule.field], ...rule.within.map((field) => body[field] ?? null)]);
    const owner = taken.get(nameIn(draft.body));
    if (owner === undefined || owner === draft.key) {
      taken.set(nameIn(draft.body), draft.key);
      return undefined;
    }
    const wanted = String(draft.body[rule.field]);
    const end = ` (${distinction})`;
    for (let number = 1; ; number++) {
      const last = number === 1 ? end : `${end} ${number}`;
      draft.body[rule.field] = `${wanted.slice(0, rule.length - last.length)}${last}`;
      if (taken.has(nameIn(draft.body))) continue;
      taken.set(nameIn(draft.body), draft.key);
      return String(draft.body[rule.field]);
    }
  };
}
