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

/** An identity as the users service tells it to whoever was shown a credential. */
export interface AcceptedIdentity extends Identity {
  /** Milliseconds after which the credential is accepted no more; those that do not end by themselves have none. */
  acceptedFor?: number;
}

/** What makes changes: somebody at the API, a job, or a job that was set off by a change. */
export interface ChangeOrigin {
  context: 'web' | 'job' | 'job-hook';
  /** The name of the request's route, as the contract's change log shows it, or the name of the job. */
  detail: string;
}

/** The permissions of a user: per content type and action, the constraints of each permission that grants it. */
export type Grants = Record<string, Record<string, Constraint[]>>;
/** One dictionary of look-ups (all must hold); an empty one holds for every object. */
export type Constraint = Record<string, unknown>;
