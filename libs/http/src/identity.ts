/** Who is asking, as the users service vouches for. */
export interface Identity {
  userId: string;
  username: string;
  isSuperuser: boolean;
  /** False for a token that may only read. */
  writeEnabled: boolean;
  /** Changes whenever the user's effective permissions change; services cache permissions by user and stamp. */
  permissionStamp: string;
}

/** The permissions of a user: per content type and action, the constraints of each permission that grants it. */
export type Grants = Record<string, Record<string, Constraint[]>>;
/** One dictionary of look-ups (all must hold); an empty one holds for every object. */
export type Constraint = Record<string, unknown>;
