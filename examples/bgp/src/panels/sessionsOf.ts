import type { PanelBlock, PanelRequest } from '@plumbline/engine';
import type { Criteria } from '@plumbline/model';

/** Peerings as a table: with whom, of which autonomous system, and how they are. */
export async function sessionsOf({ select }: PanelRequest, criteria: Criteria): Promise<PanelBlock[]> {
  const peerings = await select('bgp.peering', criteria, [
    'display',
    'remote_as.asn',
    'peer_group.name',
    'status.name',
  ]);
  if (peerings.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: ['Peering', 'Remote AS', 'Peer group', 'Status'],
      rows: peerings.map((peering) => [
        { object_type: 'bgp.peering', id: String(peering.id), display: String(peering.display) },
        `AS${peering['remote_as.asn']}`,
        (peering['peer_group.name'] as string | null) ?? null,
        peering['status.name'] as string,
      ]),
    },
  ];
}
