import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As much of a cluster's API as helm's `lookup` asks: which kinds there are, and one secret. */
export interface FakeCluster {
  url: string;
  stop(): Promise<void>;
}

/** Starts one that has this secret in the namespace `net`, and nothing else. */
export async function startFakeCluster(name: string, data: Record<string, string>): Promise<FakeCluster> {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'net' }, data };
  const answers: Record<string, object> = {
    '/version': { major: '1', minor: '31', gitVersion: 'v1.31.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
    '/api/v1': {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [{ name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get'] }],
    },
    [`/api/v1/namespaces/net/secrets/${name}`]: secret,
  };
  const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
  const server = createServer((request, response) => {
    const answer = answers[request.url!.replace(/\?.*/, '')];
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? missing));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
