import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openRequests } from '../../program/src/import/requests';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { certificateFolder, createAuthority } from '../harness/certificates';
import { describeUnless } from '../program/describeUnless';

const patience = { firstWait: 1, longestWait: 5, giveUpAfter: 20_000, answerWithin: 20_000, silentFor: 10_000 };

describeUnless(findProgram('openssl') ? undefined : 'openssl is not installed.', 'imports over TLS', () => {
  test('a certificate that nobody here trusts is told at once: no waiting mends it', async () => {
    const folder = certificateFolder();
    const { key, certificate } = createAuthority(folder, 'somebody', ['IP:127.0.0.1']);
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const heard: string[] = [];
    const { json } = openRequests(
      `https://127.0.0.1:${port}`,
      { accept: 'application/json', authorization: 'Token x' },
      patience,
      (text) => heard.push(text),
    );
    await expect(json('/api/status/')).rejects.toThrow(/NODE_EXTRA_CA_CERTS/);
    expect(heard).toEqual([]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
});
