import type { TestServices } from '@plumbline/testkit';
import { toNumber } from '../src/addresses/numbers';
import { all } from './sample';

/** A prefix as it is shown, as far as the tree is concerned. */
export interface Node {
  id: string;
  prefix: string;
  namespace: { id: string };
  parent: { id: string } | null;
}

/** Whether the block `outer` holds the block or host `inner`, and is larger (or is it, for a host). */
function holds(outer: string, inner: string): boolean {
  const [network, length] = outer.split('/') as [string, string];
  const [address, own] = inner.split('/') as [string, string | undefined];
  if (network.includes(':') !== address.includes(':')) return false;
  const bits = network.includes(':') ? 128 : 32;
  const behind = BigInt(bits - Number(length));
  if (own !== undefined && Number(own) <= Number(length)) return false;
  return toNumber(network) >> behind === toNumber(address) >> behind;
}

/** The longest of the prefixes that hold something, by looking at all of them. */
function closest(prefixes: Node[], namespace: string, inner: string): string | null {
  const around = prefixes.filter((one) => one.namespace.id === namespace && holds(one.prefix, inner));
  around.sort((a, b) => Number(b.prefix.split('/')[1]) - Number(a.prefix.split('/')[1]));
  return around[0]?.id ?? null;
}

/** Every parent in these namespaces is the one a look at everything finds. */
export async function expectParentsRight(plumbline: TestServices, namespaces: string[]): Promise<void> {
  const query = namespaces.map((id) => `&namespace=${id}`).join('');
  const prefixes: Node[] = await all(plumbline, 'ipam/prefixes', query);
  for (const node of prefixes)
    expect([node.prefix, node.parent?.id ?? null]).toEqual([
      node.prefix,
      closest(prefixes, node.namespace.id, node.prefix),
    ]);
  for (const namespace of namespaces)
    for (const address of await all(plumbline, 'ipam/ip-addresses', `&namespace=${namespace}`))
      expect([address.address, address.parent.id]).toEqual([
        address.address,
        closest(prefixes, namespace, address.host),
      ]);
}
