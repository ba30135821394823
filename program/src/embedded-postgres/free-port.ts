import { createServer } from 'node:net';

const highestPort = 65_535;

/** The wanted port of 127.0.0.1 if nothing listens there, else one the system says is free. */
export async function freePort(wanted: number): Promise<number> {
  return (wanted <= highestPort && (await listenBriefly(wanted))) || (await listenBriefly(0)) || 0;
}

function listenBriefly(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
