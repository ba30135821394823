import { type Queryable, type Sql, sql } from '@plumbline/store';

/** How much of the power of a feed is set aside. */
export interface Load {
  id: string;
  name: string;
  /** From 0: of the watts that may be drawn; more than 1 where more is set aside. */
  utilization: number;
  allocated_power: number;
  available_power: number;
}

/**
 * The load of feeds, in one statement: what the power port at the other end of a feed's cable sets aside, or where it
 * says nothing of that the ports at the outlets it supplies. Of those feeds for which a condition about `feed` holds.
 */
export const loadOf = (
  queryable: Queryable,
  { among, atLeast, limit }: { among: Sql; atLeast: number; limit: number },
): Promise<Load[]> =>
  queryable.rows<Load>(sql.unsafe`
    SELECT * FROM (
      SELECT feed.id, feed.name, drawn.watts AS allocated_power, feed.available_power,
        drawn.watts::float / nullif(feed.available_power, 0) AS utilization
      FROM powerfeed feed
      JOIN powerport inlet ON feed.cable_peer_type = 'dcim.powerport' AND inlet.id = feed.cable_peer_id
      CROSS JOIN LATERAL (
        SELECT coalesce(inlet.allocated_draw, sum(taker.allocated_draw), 0)::int AS watts
        FROM poweroutlet outlet
        JOIN powerport taker ON outlet.cable_peer_type = 'dcim.powerport' AND taker.id = outlet.cable_peer_id
        WHERE outlet.power_port = inlet.id
      ) drawn
      WHERE ${among}
    ) loaded
    WHERE utilization >= ${atLeast} ORDER BY utilization DESC, id LIMIT ${limit}`);
