/** What somebody is shown of their own account. */
export interface Profile {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  is_superuser: boolean;
  is_staff: boolean;
  date_joined: string;
  last_login: string | null;
  /** By name. */
  groups: string[];
}

/** A token as its owner sees it once it is made: without its key. */
export interface TokenShown {
  id: string;
  description: string;
  /** The last characters of its key. */
  key_ending: string;
  created: string;
  expires: string | null;
  expired: boolean;
  write_enabled: boolean;
}
