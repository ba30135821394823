import type { Label, ModelReader, Row, ValidatedWrite } from '@plumbline/model';

/** An object of another service as it is about to be written: the columns that the validator names. */
export interface ValidatedObject {
  id: string | number;
  /** As it is stored; absent where it is new. */
  before?: Row | undefined;
  after: Row;
}

/** What is wrong with an object, by field; nothing, where it names no field either. */
type Verdict = Record<string, string[]> | undefined;

/**
 * A rule that a service has on a model of another. The model's service asks, in the transaction of the write, when its own
 * rules have found nothing wrong; what is refused here is refused there. No answer in time is an answer that names
 * this service.
 */
export interface Validator {
  of: Label;
  /** What the rule goes by. A change of none of them is not asked about. */
  columns: readonly string[];
  /** Which writes it is asked about: both unless said otherwise. */
  on?: readonly ValidatedWrite[];
  /**
   * Looks at all objects of a write at once; the answers stand in their order. Whoever of this service is about to refer to
   * one of them has done so, and whoever comes later waits for the write, where the `needs` of their relation read
   * one of these columns.
   */
  judge(objects: ValidatedObject[], reader: ModelReader): readonly Verdict[] | Promise<readonly Verdict[]>;
}
