import { type AddressInfo, createServer } from 'node:net';

/**
 * Listens for a moment; resolves with the port, and rejects as a server would that cannot listen there. Asked before a
 * database is made or anything else started, so that a start which cannot succeed leaves nothing behind.
 */
export function listenBriefly({ host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}

interface ListeningError extends NodeJS.ErrnoException {
  address?: string;
  port?: number;
  /** The name that was looked up. */
  hostname?: string;
}

/** Why a server cannot listen where it is to, and what to do about it, in words; undefined for any other error. */
export function listeningProblem(error: unknown): string | undefined {
  const { code, syscall, address, port, hostname } = error as ListeningError;
  if (syscall === 'getaddrinfo' && hostname !== undefined)
    return `${hostname} stands for no address (${code}). Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`;
  if (syscall !== 'listen') return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${address} is taken by another program. Stop that one, or choose another port: PORT=${Number(port) + 1} npm start, or --port ${Number(port) + 1}.`;
    case 'EACCES':
      return `This account may not listen on port ${port}. Choose one above 1023, with PORT or --port.`;
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
