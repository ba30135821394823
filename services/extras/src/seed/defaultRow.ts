/** A status or role that a fresh database holds. */
export interface DefaultRow {
  name: string;
  /** Six lower-case hexadecimal digits. */
  color: string;
  description: string;
  contentTypes: string[];
}
