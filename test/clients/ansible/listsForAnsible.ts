import { join } from 'node:path';
import { inCi } from '../../program/inCi';
import { runCommand } from '../../program/runCommand';
import { sayUntested } from '../../program/sayUntested';
import type { Given } from '../given';

interface Host {
  interfaces: Record<string, string[]>;
  ansible_host: string | null;
  dns_name: string | null;
  virtual_chassis: string | null;
  is_virtual: boolean;
}

/** Ansible's inventory plugin reads the description and the lists literally; every host is there, with what is known of it. */
export function listsForAnsible(given: Given): void {
  describe("Ansible's inventory", () => {
    it('lists devices, virtual chassis by their master, and virtual machines', async () => {
      const { client, url, token } = given().world;
      const { exitCode, output, result } = await runCommand('python3', [join(__dirname, 'inventory.py'), url, token]);
      if (exitCode === -1) {
        if (inCi) throw new Error(output);
        return sayUntested("Ansible's inventory", output);
      }
      if (exitCode !== 0) throw new Error(output);
      const hosts = JSON.parse(result) as Record<string, Host>;
      const every = async (path: string) => (await client.must(200, 'GET', `${path}/?limit=0`)).body.results;
      const [devices, machines, chassis] = [
        await every('dcim/devices'),
        await every('virtualization/virtual-machines'),
        await every('dcim/virtual-chassis'),
      ];
      const masters = new Map(chassis.map((each: Shown) => [each.id, each.master?.id]));
      const listed = devices.filter(({ id, virtual_chassis }: Shown) => {
        const master = virtual_chassis && masters.get(virtual_chassis.id);
        return !master || master === id;
      });
      const names = [...listed, ...machines].map(({ name, id }: Shown) => name ?? id);
      expect(Object.keys(hosts).sort()).toEqual([...new Set(names)].sort());
      expect(hosts).not.toHaveProperty('stack member 2');
      expect(hosts['stack member 1']).toMatchObject({
        virtual_chassis: 'the stack',
        ansible_host: '198.51.100.1',
        dns_name: 'stack.example',
        interfaces: { 'stack 1/1': ['198.51.100.1/24'], 'stack 2/1': [] },
      });
      expect(Object.values(hosts).some(({ is_virtual }) => is_virtual)).toBe(true);
    });
  });
}

/** An object of a list. */
// biome-ignore lint/suspicious/noExplicitAny: the test names the members it looks at
type Shown = any;
