/** A target at work. */
export interface RunningTarget {
  /** Lets what is under way finish, then lets go of everything. */
  stop(): Promise<void>;
  /** Where it can be reached over HTTP, for people to read. */
  address?: string;
  /** Says so to whoever started it, when everything else has been said. */
  announce?(): Promise<void>;
}
