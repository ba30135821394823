import { viewer } from '@plumbline/engine';
import { z } from 'zod/v4';

const label = z.string().nullable();
const id = z.string().nullable();

/**
 * What dcim tells circuits of one of its terminations, whole each time, as the data of an event of `dcim.cablepath`
 * whose object is the termination: the values its columns of these names have from now on.
 */
export const circuitTerminationCabling = z.object({
  cable: id,
  cable_peer_type: label,
  cable_peer_id: id,
  connected_endpoint_type: label,
  connected_endpoint_id: id,
  /** Null: no cable. */
  connected_endpoint_reachable: z.boolean().nullable(),
});

/** `cablepath.trace`, asked of dcim: the way from an endpoint of another service, answered with the body of `trace`. */
export const cableTraceRequest = z.object({
  type: z.string(),
  id: z.string(),
  base: z.string(),
  /** Of objects that this user may not view nothing but the id is shown. */
  viewer,
});
export type CableTraceRequest = z.infer<typeof cableTraceRequest>;
