import { circuitTerminationCabling } from '@plumbline/domain';
import { byRequest, type ChangeRecord, changeContext, type UnitOfWork } from '@plumbline/engine';
import { givenRows, sql } from '@plumbline/store';

/**
 * dcim lays the cables; what it says of those at ends of circuits is kept with the ends. One that has got or lost a
 * cable counts as changed by whoever laid it. dcim, which follows ends of circuits, is not waited for: it has told us.
 */
export async function takeCabling(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  for (const [own, told] of byRequest({ ...work, unawaited: true }, changes)) await take(own, told);
}

/** Of one end the last word counts. */
async function take(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  const { tx, now, alsoChanged } = changeContext(work);
  const latest = new Map(
    changes.map(({ object_id: id, object_data }) => [id, { id, ...circuitTerminationCabling.parse(object_data) }]),
  );
  const rows = await tx.rows<{ id: string; replugged: boolean }>(sql.unsafe`
    WITH told AS (
      SELECT told.*, kept.cable IS DISTINCT FROM told.cable AS replugged
      FROM ${givenRows(sql.fragment`circuittermination`, [...latest.values()])} told
      JOIN circuittermination kept ON kept.id = told.id
    )
    UPDATE circuittermination SET
      cable = told.cable,
      cable_peer_type = told.cable_peer_type,
      cable_peer_id = told.cable_peer_id,
      connected_endpoint_type = told.connected_endpoint_type,
      connected_endpoint_id = told.connected_endpoint_id,
      connected_endpoint_reachable = told.connected_endpoint_reachable,
      last_updated = CASE WHEN told.replugged THEN ${now}::timestamptz ELSE circuittermination.last_updated END
    FROM told WHERE circuittermination.id = told.id
    RETURNING told.id, told.replugged`);
  const replugged = rows.filter((row) => row.replugged).map(({ id }) => id);
  if (replugged.length > 0) await alsoChanged('circuits.circuittermination', replugged);
}
