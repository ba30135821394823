/** Who asks, as far as models may go by it. */
export interface Caller {
  userId: string;
  username: string;
  isSuperuser: boolean;
}
