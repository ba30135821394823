import type { ChangeOrigin } from '@plumbline/http';
import type { Row } from '@plumbline/model';

export type ChangeAction = 'create' | 'update' | 'delete';

/** One change of one object, as it was committed with the change itself. */
export interface ChangeRecord {
  /** The version of change records (`protocolVersion`); those of earlier versions do not say. */
  version?: number;
  id: string;
  /** Its place in the sequence of the service that made it; gap-free, given when it is handed on. */
  position: number;
  app: string;
  time: string;
  request_id: string;
  user_id: string | null;
  user_name: string;
  action: ChangeAction;
  /** The changed model's label. */
  label: string;
  object_id: string;
  object_repr: string;
  /** Whether somebody at the API did it, or a job; records of earlier versions do not say. */
  context?: ChangeOrigin['context'];
  /** The name of the request's route, as the contract's change log shows it, or the name of the job. */
  context_detail: string;
  /** Whether the change log shows it, or it is only an event. */
  logged: boolean;
  /** Columns, flat, as the contract's `object_data`; the state before a deletion. */
  object_data: Row | null;
  /** The representation at depth 1, as the contract's `object_data_v2`. */
  object_data_v2: Row | null;
  /** How others show the object inside themselves; of a deletion, for what it leaves behind. */
  nested?: Row;
  /** The object the change log also lists this change under (the target of a note, for example). */
  related: { label: string; id: string } | null;
}
