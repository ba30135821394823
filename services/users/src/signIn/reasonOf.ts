import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** What a log may tell of a failure: tokens, codes and passwords may stand in what an error holds, and are left out. */
export function reasonOf(error: unknown): { reason: string } {
  const { message, code } = error as { message?: string; code?: string };
  const said = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  return {
    reason: [message, code, said ? error.error : undefined, said ? error.error_description : undefined]
      .filter(Boolean)
      .join(' | '),
  };
}
