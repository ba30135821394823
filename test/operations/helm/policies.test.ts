import { apps } from '../../../libs/config/src';
import { describeUnless } from '../../program/describeUnless';
import { render } from './chart';
import { missingHelm } from './findHelm';
import { type Labels, type Manifest, named, ofKind, podsOf, selects } from './manifests';

interface Peer {
  podSelector?: { matchLabels: Labels };
  namespaceSelector?: object;
  ipBlock?: { cidr: string };
}

interface Rule {
  ports?: { port: number }[];
  from?: Peer[];
  to?: Peer[];
}

const everybody: unknown[] = ['everybody'];

/** Who is meant by a rule: our pods by their names, others as they are. */
function peersOf(manifests: Manifest[], peers: Peer[] | undefined): unknown[] {
  if (!peers) return everybody;
  return peers.flatMap((peer): unknown[] =>
    peer.podSelector ? partsOf(manifests, peer.podSelector.matchLabels) : [peer],
  );
}

const partsOf = (manifests: Manifest[], selector: Labels): string[] =>
  [...podsOf(manifests)].filter(([, { labels }]) => selects(selector, labels)).map(([name]) => name);

/** Who may connect to a part, on which ports. */
const incoming = (manifests: Manifest[], part: string) =>
  (named(manifests, 'NetworkPolicy', `plumbline-${part}`).spec.ingress as Rule[]).map(({ ports, from }) => [
    ports?.map(({ port }) => port),
    peersOf(manifests, from),
  ]);

/** Whom a part may connect to, beside name servers. */
const outgoing = (manifests: Manifest[], part: string) =>
  (named(manifests, 'NetworkPolicy', `plumbline-${part}`).spec.egress as Rule[])
    .map(({ ports, to }) => [ports?.map(({ port }) => port), peersOf(manifests, to)])
    .filter(([ports]) => JSON.stringify(ports) !== '[53,53]');

const cidr = (text: string) => ({ ipBlock: { cidr: text } });

describeUnless(missingHelm, 'network policies of the Helm chart', () => {
  it('let everybody reach the gateway, and the gateway the services', () => {
    const manifests = render('default');
    expect(incoming(manifests, 'gateway')).toEqual([[[8080], everybody]]);
    for (const app of apps) expect(incoming(manifests, app)).toEqual([[[8080], ['gateway']]]);
    for (const part of ['worker', 'toolbox', 'migrate']) expect(incoming(manifests, part)).toEqual([]);
    expect(incoming(manifests, 'nats')).toEqual([[[4222], expect.arrayContaining(['gateway', 'toolbox', ...apps])]]);
    expect(incoming(manifests, 'nats')[0]![1]).toHaveLength(apps.length + 2);
  });

  it('cover every pod, in both directions', () => {
    for (const example of ['default', 'large', 'one']) {
      const manifests = render(example);
      const covered = ofKind(manifests, 'NetworkPolicy').map(({ metadata, spec }) => {
        expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
        return metadata.name.replace('plumbline-', '');
      });
      expect(covered.sort()).toEqual([...podsOf(manifests).keys()].sort());
    }
    expect(ofKind(render('minimal'), 'NetworkPolicy')).toEqual([]);
  });

  it('let the gateway reach nobody but the services and the broker', () => {
    const manifests = render('default');
    expect(outgoing(manifests, 'gateway')).toEqual([[[4222], ['nats']], ...apps.map((app) => [[8080], [app]])]);
    expect(outgoing(manifests, 'nats')).toEqual([]);
    expect(outgoing(manifests, 'worker')).toEqual([
      [[5432], everybody],
      [[8080], ['gateway']],
      [undefined, everybody],
    ]);
  });

  it('let only those in from outside who are named, and workers', () => {
    const manifests = render('gateway-api');
    const outside = ['gateways', 'monitoring'].map((name) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    }));
    expect(incoming(manifests, 'gateway')).toEqual([[[8080], [...outside, 'worker']]]);
    expect(incoming(render('one'), 'all')).toEqual([
      [[8080], [expect.objectContaining({ namespaceSelector: expect.anything() })]],
    ]);
  });

  it('keep every service to its own database', () => {
    const manifests = render('large');
    const shared = [[5432], [cidr('10.20.0.10/32')]];
    const broker = [[4222], everybody];
    expect(outgoing(manifests, 'ipam')).toEqual([[[6432], [cidr('10.20.0.20/30')]], broker]);
    expect(outgoing(manifests, 'dcim')).toEqual([[[5432], [cidr('10.20.0.30/32')]], broker]);
    for (const app of ['circuits', 'tenancy', 'users', 'virtualization'])
      expect(outgoing(manifests, app)).toEqual([shared, broker]);
    expect(outgoing(manifests, 'gateway')).not.toContainEqual(shared);
    expect(outgoing(manifests, 'worker')[0]).toEqual([[5432], [cidr('10.20.0.40/32')]]);
    const own = [30, 40, 20].map((last) => [
      [last === 20 ? 6432 : 5432],
      [cidr(`10.20.0.${last}/${last === 20 ? 30 : 32}`)],
    ]);
    expect(outgoing(manifests, 'migrate')).toEqual([...own, shared]);
    expect(outgoing(manifests, 'toolbox')).toEqual([...own, shared, broker]);
  });

  it('let extras and workers out only as far as the values say', () => {
    const manifests = render('external');
    const database = [[5433], [cidr('10.20.0.0/24')]];
    const broker = [[4222], [expect.objectContaining({ namespaceSelector: expect.anything() })]];
    expect(outgoing(manifests, 'extras')).toEqual([database, broker, [[443], [cidr('10.30.0.0/16')]]]);
    expect(outgoing(manifests, 'worker')).toEqual([
      database,
      [[8080], ['gateway']],
      [[22, 830], [cidr('10.40.0.0/16')]],
    ]);
  });
});
