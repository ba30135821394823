import type { Label } from '../catalog/label';
import type { ContentTypeChoice } from './contentTypeChoice';

/** The type of a value, for languages that have types. */
export type ValueType =
  | 'text'
  | 'integer'
  | 'long'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'dateTime'
  | 'date'
  | 'uuid'
  | 'json';

/** What a field of an object holds or leads to. */
export type OutlinedField =
  | { is: 'value'; type: ValueType; list?: true }
  | { is: 'choice'; values: (string | number)[] }
  | { is: 'contentType'; many?: true }
  /** The row holds the id of the object, or the ids of the objects. */
  | { is: 'one' | 'several'; to: Label }
  /**
   * Rows of `of` refer to this object (or to what its column `at` refers to) by `via` and name the objects by
   * `through`. Seen from those, what refers to them so is called `reverse`.
   */
  | {
      is: 'linked';
      to: Label;
      of: Label;
      via: string;
      through: string;
      at?: string;
      single?: true;
      reverse?: string;
    }
  /** Rows of `of` refer to this object by `via`. */
  | { is: 'referring'; of: Label; via: string }
  /**
   * An object of one of these models, or of any where none are named; the column `via` has its id. Seen from that object, the one
   * that names it so is its `reverse`.
   */
  | {
      is: 'generic';
      targets?: Exclude<ContentTypeChoice, 'any'>;
      eachAs?: string;
      reverse?: { name: string; via: string; alias?: string };
    };
