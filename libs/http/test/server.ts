import { type RequestListener, request } from 'node:http';
import { createLog } from '@plumbline/log';
import { type RunningServer, startServer } from '../src';

export const silent = createLog({ name: 'test', level: 'silent' });

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Serves on a free port for the length of `use`. */
export async function serving(app: RequestListener, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startServer(app, { port: 0, host: '127.0.0.1', log: silent });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

/** One request on a connection of its own. */
export function call(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(chunks).toString() }),
      );
      res.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
