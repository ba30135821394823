import type { DeleteEffect } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Without the group its devices have no priority in it. */
export const devicesLosePriority: DeleteEffect = async (groups, { tx, now, alsoChanged }) => {
  const devices = await tx.rows<{ id: string }>(sql.unsafe`
    UPDATE device SET device_redundancy_group_priority = NULL, last_updated = ${now}::timestamptz
    WHERE device_redundancy_group = ANY(${sql.array(
      groups.map(({ id }) => id as string),
      'uuid',
    )}) RETURNING id`);
  if (devices.length > 0)
    await alsoChanged(
      'dcim.device',
      devices.map(({ id }) => id),
    );
};
