import { listenBriefly } from '@plumbline/command';

const highestPort = 65_535;

/** The wanted port of 127.0.0.1 if nothing listens there, else one the system says is free. */
export async function freePort(wanted: number): Promise<number> {
  const tried = (port: number) => listenBriefly({ host: '127.0.0.1', port }).catch(() => 0);
  return (wanted <= highestPort && (await tried(wanted))) || tried(0);
}
