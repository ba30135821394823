/** Why a request did not get an answer, in words for whoever asked for it. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}
