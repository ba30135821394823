import { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Connection } from 'pg';
import type { Address } from '../connect/address';
import { readTlsOptions, type TlsOptions } from '../connect/tlsOptions';
import { TlsProblem, tlsProblem } from '../connect/tlsProblem';

/** What pg's connection does and has beside what its types say. */
interface PgConnection extends Connection {
  stream: Socket;
  _connecting: boolean;
  _ending: boolean;
  attachListeners(stream: Socket): void;
  startup(parameters: object): void;
}

const PgConnection = Connection as unknown as new (options: object) => PgConnection;

/** Asks a server whether it speaks TLS: eight bytes, answered with S or N. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** One try to connect: with TLS as far as the server has it, or without. */
type Attempt = 'tls' | 'plain';

/**
 * A connection of pg that comes to TLS as libpq does: `prefer` goes on without where the server has none, and tries
 * without where the handshake fails or the server refuses us before it knows us; `allow` the other way round.
 */
export class NegotiatedConnection extends PgConnection {
  /** The same connection, over which no rows are asked to be described. */
  readonly undescribed: Connection = Object.create(this, { describe: { value: () => undefined } });
  private readonly to: Address;
  private port: number | string = 0;
  private host = '';
  private where = '';
  private attempt: Attempt = 'plain';
  /** What is still to be tried, and why the first try failed. */
  private other: Attempt | undefined;
  private failed: Error | undefined;
  private isEncrypted = false;
  private parameters: object | undefined;
  private trusted = 'none';

  constructor(to: Address) {
    super({ ...to, stream: new Socket() });
    this.to = to;
    // Heard until we are let in alone: every row passes here later.
    this.emit = (event: string | symbol, ...values: unknown[]) =>
      event === 'errorMessage' ? this.refuse(values[0] as Error) : super.emit(event, ...values);
    this.once('authenticationOk', () => {
      this.emit = super.emit;
    });
  }

  connect(port: number | string, host?: string): void {
    const { mode } = this.to.tls;
    Object.assign(this, { port, host: host ?? '', where: host === undefined ? String(port) : `${host}:${port}` });
    this._connecting = true;
    // A socket of the machine itself is never encrypted.
    const isPlain = host === undefined || mode === 'disable';
    this.attempt = isPlain || mode === 'allow' ? 'plain' : 'tls';
    if (!isPlain && mode === 'allow') this.other = 'tls';
    if (mode === 'prefer' && this.attempt === 'tls') this.other = 'plain';
    this.dial(this.stream);
  }

  override startup(parameters: object): void {
    this.parameters = parameters;
    super.startup(parameters);
  }

  /** What the server refuses us for before it knows us may be TLS, or the want of it: then the other way is tried. */
  private refuse(error: Error): boolean {
    const reason = this.explained(error);
    if (this.other === undefined || (this.other === 'plain' && !this.isEncrypted))
      return super.emit('errorMessage', this.afterFirst(reason));
    this.tryOther(reason);
    return true;
  }

  private dial(socket: Socket): void {
    this.stream = socket;
    this.isEncrypted = false;
    socket.setNoDelay(true);
    this.reportFrom(socket);
    socket.once('connect', () => {
      if (this.to.keepAlive) socket.setKeepAlive(true, this.to.keepAliveInitialDelayMillis);
      if (this.attempt === 'plain') this.begin(socket);
      else this.askForTls(socket);
    });
    if (this.host === '') socket.connect(String(this.port));
    else socket.connect(Number(this.port), this.host);
  }

  private askForTls(socket: Socket): void {
    socket.once('data', (answer) => {
      const said = answer.toString('latin1');
      if (said === 'S') this.encrypt(socket);
      else if (said !== 'N') this.fail(new TlsProblem(this.where, 'it did not answer whether it speaks TLS.'));
      else if (['allow', 'prefer'].includes(this.to.tls.mode)) this.begin(socket);
      else this.fail(this.withoutTls());
    });
    socket.write(tlsRequest);
  }

  private withoutTls(): TlsProblem {
    const { mode } = this.to.tls;
    return new TlsProblem(
      this.where,
      `it offers no TLS, and sslmode=${mode} asks for it. Switch it on there (ssl = on), or say sslmode=prefer where the network is trusted.`,
    );
  }

  private encrypt(socket: Socket): void {
    let read: TlsOptions;
    try {
      read = readTlsOptions(this.to.tls, this.host, this.where);
    } catch (error) {
      this.fail(error as Error);
      return;
    }
    this.trusted = read.trusted;
    const encrypted = connectTls({ ...read.options, socket });
    this.stream = encrypted;
    this.reportFrom(encrypted);
    encrypted.once('secureConnect', () => {
      this.isEncrypted = true;
      this.begin(encrypted);
    });
  }

  /** The rest is pg's: it sends who we are and hears the answers. */
  private begin(stream: Socket): void {
    this.attachListeners(stream);
    if (this.parameters) super.startup(this.parameters);
    else this.emit('connect');
  }

  private reportFrom(stream: Socket): void {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (this.stream !== stream || (this._ending && ['ECONNRESET', 'EPIPE'].includes(error.code ?? ''))) return;
      this.lose(error);
    });
    stream.on('close', () => {
      if (this.stream === stream) this.emit('end');
    });
  }

  /** A handshake that failed is tried without under `prefer`; what is lost later is lost. */
  private lose(error: Error): void {
    const isHandshake = this.attempt === 'tls' && 'encrypted' in this.stream && !this.isEncrypted;
    const isOfTls = isHandshake || String((error as NodeJS.ErrnoException).code).startsWith('ERR_SSL');
    const reason = isOfTls && !this._ending ? this.asProblem(error) : error;
    if (isHandshake && this.other === 'plain' && !this._ending) this.tryOther(reason);
    else this.emit('error', this.afterFirst(reason));
  }

  private readonly asProblem = (error: Error): Error => tlsProblem(this.where, this.to.tls.mode, this.trusted, error);

  private tryOther(reason: Error): void {
    const given = this.stream;
    this.failed = reason;
    this.attempt = this.other!;
    this.other = undefined;
    this.dial(new Socket());
    given.destroy();
  }

  private fail(error: Error): void {
    const given = this.stream;
    this.emit('error', this.afterFirst(error));
    given.destroy();
  }

  /** Both tries failed: the second says why, and the first too. */
  private afterFirst(error: Error): Error {
    if (!this.failed || this._ending) return error;
    const isOfTls = this.failed instanceof TlsProblem && !(error instanceof TlsProblem);
    const told = isOfTls ? new TlsProblem(this.where, error.message, error) : error;
    told.message += ` (before, ${this.attempt === 'plain' ? 'with' : 'without'} TLS: ${this.failed.message})`;
    return told;
  }

  /** What a server refuses us for, and what to do about it where it has to do with TLS. */
  private explained(error: Error): Error {
    const { mode } = this.to.tls;
    const { message } = error;
    if (/requires a valid client certificate|certificate authentication failed/.test(message))
      return new TlsProblem(
        this.where,
        `it wants a certificate of ours (${message}). Name one that it trusts, and its key, in sslcert and sslkey.`,
        error,
      );
    if (/pg_hba\.conf.*no encryption/.test(message) && mode === 'disable')
      return new TlsProblem(
        this.where,
        `it wants TLS, and sslmode=disable has none (${message}). Say sslmode=require, or verify-full with sslrootcert.`,
        error,
      );
    return error;
  }
}
