import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that has put a program below a path. */
export interface PathProxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts one; below any other path, and at this one without a slash after it, it answers with pages of somebody else. */
export async function startPathProxy(program: string, path: string): Promise<PathProxy> {
  const { hostname, port } = new URL(program);
  const server = createServer((asked, answer) => {
    if (!asked.url!.startsWith(`${path}/`)) return void answer.writeHead(404).end('somebody else');
    const headers = { ...asked.headers, 'x-forwarded-host': asked.headers.host, 'x-forwarded-prefix': path };
    const onwards = { hostname, port, method: asked.method, path: asked.url!.slice(path.length), headers };
    const passed = request(onwards, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
