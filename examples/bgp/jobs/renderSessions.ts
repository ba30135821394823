import { type ApiObject, defineJob, v } from '@plumbline/jobs';

/** The sessions of a device in the words of FRRouting, one router for each autonomous system of its own. */
export const RenderSessions = defineJob({
  name: 'Render BGP sessions',
  grouping: 'BGP',
  description: 'Writes the sessions of a device as FRRouting is configured.',
  hasSensitiveVariables: false,
  readOnly: true,
  variables: { device: v.object({ model: 'dcim.device', label: 'Device' }) },
  run: async ({ api, data, log, createFile }) => {
    const routers = new Map<unknown, string[]>();
    for await (const peering of api.list('plugins/bgp/peerings/', { device: data.device.id, depth: 1 })) {
      const own = peering.effective_local_as;
      if (own === null) {
        log.warning(`${peering.display} is of no autonomous system of ours.`, { object: peering });
        continue;
      }
      const families: ApiObject[] = [];
      for await (const family of api.list('plugins/bgp/address-families/', { peering: peering.id }))
        families.push(family);
      routers.set(own, [...(routers.get(own) ?? []), ...linesOf(peering, families)]);
    }
    const text = [...routers].map(([asn, lines]) => [`router bgp ${asn}`, ...lines, 'exit', ''].join('\n')).join('');
    await createFile('bgp.conf', text);
    return { routers: routers.size, text };
  },
});

function linesOf(peering: ApiObject, families: readonly ApiObject[]): string[] {
  const host = (peering.remote_address as { host: string }).host;
  const neighbor = ` neighbor ${host}`;
  const policies = [
    ['in', peering.effective_import_policy],
    ['out', peering.effective_export_policy],
  ].flatMap(([way, name]) => (name === null ? [] : [`  neighbor ${host} route-map ${name} ${way}`]));
  return [
    `${neighbor} remote-as ${(peering.remote_as as { asn: number }).asn}`,
    ...(peering.description === '' ? [] : [`${neighbor} description ${peering.description}`]),
    `${neighbor} timers ${Math.floor(Number(peering.effective_hold_time) / 3)} ${peering.effective_hold_time}`,
    ...families.flatMap(({ afi_safi, prefix_limit }) => [
      ` address-family ${wordsOf((afi_safi as { value: string }).value)}`,
      `  neighbor ${host} activate`,
      ...(prefix_limit === null ? [] : [`  neighbor ${host} maximum-prefix ${prefix_limit}`]),
      ...policies,
      ' exit-address-family',
    ]),
  ];
}

/** `ipv4-unicast` is `ipv4 unicast`, and the families of VPNs are those of a version of IP. */
const wordsOf = (family: string): string => family.replace(/^vpnv(\d)-unicast$/, 'ipv$1 vpn').replace(/-/, ' ');
