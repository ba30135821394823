import type { Label, Row } from '../catalog/label';
import type { Criteria } from '../criteria/criteria';

/** Other models, of any service, by question. */
export interface ModelReader {
  /** Objects of any model of any service that match, with the values asked for (dotted paths; `id` is always there). */
  select(label: Label, criteria: Criteria, values?: string[]): Promise<Row[]>;
  /** A question that another service answers for a model of its own beside those about all models. */
  ask<T>(label: Label, verb: string, payload: unknown): Promise<T>;
  /** Who looks, where objects that they may not view are to stay hidden. */
  viewer?: { userId: string; username: string };
}
