import { parseAllDocuments } from 'yaml';
import { describeUnless } from '../../program/describeUnless';
import { runCommand } from '../../program/runCommand';
import { chartFolder } from './chart';
import { startFakeCluster } from './fakeCluster';
import { helm, missingHelm } from './findHelm';
import { type Manifest, named, ofKind } from './manifests';

const name = 'plumbline-generated';

/** What helm makes of the chart's own values where the cluster has these data in the secret that was made once. */
async function renderWhere(there: Record<string, string>): Promise<Manifest[]> {
  const cluster = await startFakeCluster(name, there);
  try {
    const asked = ['--dry-run=server', '--kube-apiserver', cluster.url];
    const { output } = await runCommand(helm!, ['template', 'plumbline', chartFolder, '--namespace', 'net', ...asked]);
    return parseAllDocuments(output).map((document) => document.toJS() as Manifest);
  } finally {
    await cluster.stop();
  }
}

describeUnless(missingHelm, 'secrets that the Helm chart makes', () => {
  let made: Record<string, string>;
  beforeAll(async () => {
    made = named(await renderWhere({}), 'Secret', name).data!;
  });

  it('are hard to guess, and as the program wants them', () => {
    const text = Object.fromEntries(
      Object.entries(made).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
    );
    expect(text).toEqual({
      'secret-key': expect.stringMatching(/^\w{64}$/),
      'superuser-password': expect.stringMatching(/^\w{24}$/),
      'superuser-api-token': expect.stringMatching(/^[\da-f]{40}$/),
    });
  });

  it('are left alone by an upgrade', async () => {
    expect(ofKind(await renderWhere(made), 'Secret')).toEqual([]);
  });

  it('are kept when one of them is missing', async () => {
    const { 'secret-key': _, ...most } = made;
    expect(named(await renderWhere({ ...most, 'of-an-earlier-version': 'eA==' }), 'Secret', name).data).toEqual({
      ...most,
      'secret-key': expect.any(String),
      'of-an-earlier-version': 'eA==',
    });
  });
});
