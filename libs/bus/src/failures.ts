/** Nobody could answer for an application in time; a client sees a 503 that names it. */
export class ServiceUnavailable extends Error {
  constructor(
    readonly app: string,
    reason: string,
  ) {
    super(`${app}: ${reason}`);
    this.name = 'ServiceUnavailable';
  }
}

/** The handler of another application failed; what went wrong stands in that application's log under the request id. */
export class RemoteFailure extends Error {
  constructor(
    readonly app: string,
    readonly requestId: string,
  ) {
    super(`${app} failed to answer a call of request ${requestId}`);
    this.name = 'RemoteFailure';
  }
}
