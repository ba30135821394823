/** Nobody could answer for an application in time; a client sees a 503 that names it. */
export class ServiceUnavailable extends Error {
  constructor(
    readonly app: string,
    reason: string,
    /** Whether the other side may have done what it was asked for; it has not where the question never reached it. */
    readonly mayHaveActed = false,
    /** What clients are told, where it is more than that it is not available. */
    readonly told?: string,
  ) {
    super(`${app}: ${reason}`);
    this.name = 'ServiceUnavailable';
  }
}

/** Nobody was asked, for whoever asks was at work until their own deadline: that says nothing of the other side. */
export const noTimeLeft = (app: string): ServiceUnavailable =>
  new ServiceUnavailable(
    app,
    'the deadline had passed',
    false,
    `There was no time left to ask the ${app} service. Try again in a few seconds, and for less at once where it was much.`,
  );

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

/** The broker lets in anybody, who could read and change everything: it has not been told of the parts of Plumbline. */
export class OpenBroker extends Error {
  constructor(server: string) {
    super(
      `The NATS server ${server} lets in anybody, who could then read and change everything. Have it include what ` +
        '`plumbline nats-config` prints (docs/operations.md, "The broker"), or set PLUMBLINE_NATS_OPEN=true where everybody ' +
        'who reaches it may do everything.',
    );
    this.name = 'OpenBroker';
  }
}

/** The broker does not let this process in: it was not told of it, or of another key or password. */
export class UnknownToBroker extends Error {
  constructor(server: string, known: 'by its key' | 'by the address', cause: unknown) {
    super(
      known === 'by its key'
        ? `The NATS server ${server} does not know the key of this process. Have it include what \`plumbline nats-config\` prints ` +
            'now and read it again; both follow from one PLUMBLINE_SECRET_KEY, so mend it here where it is another ' +
            '(docs/operations.md, "The broker").'
        : `The NATS server ${server} does not take the user in NATS_URL. Mend its name, password or token there, or tell the ` +
            'server of that user (docs/operations.md, "The broker").',
      { cause },
    );
    this.name = 'UnknownToBroker';
  }
}
