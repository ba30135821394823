// Gives every device of a location that has no primary address the next free one of a prefix, on its first management
// interface:
//   node giveAddresses.js URL TOKEN LOCATION PREFIX
import { answered, createPlumbline } from '@plumbline/client';
import type { paths } from './plumbline';

const [url, token, location, prefix] = process.argv.slice(2) as [string, string, string, string];
const api = createPlumbline<paths>({ url, token });

async function firstOf<Item>(list: AsyncGenerator<Item>, what: string): Promise<Item> {
  for await (const item of list) return item;
  throw new Error(`There is no ${what}.`);
}

async function main(): Promise<void> {
  const { id: block } = await firstOf(api.list('/ipam/prefixes/', { prefix: [prefix] }), `prefix ${prefix}`);
  for await (const device of api.list('/dcim/devices/', { location: [location], has_primary_ip: false })) {
    const onIt = api.list('/dcim/interfaces/', { device_id: [device.id], mgmt_only: true });
    const port = await firstOf(onIt, `management interface of ${device.display}`);
    const body = { status: 'Active', dns_name: `${device.name}.example.net` };
    const address = answered(
      await api.POST('/ipam/prefixes/{id}/available-ips/', { params: { path: { id: block } }, body }),
    );
    // A list of none would be answered with nothing.
    if (!address) throw new Error(`${prefix} gave no address.`);
    answered(
      await api.POST('/ipam/ip-address-to-interface/', { body: { ip_address: address.id, interface: port.id } }),
    );
    // Somebody may change the device meanwhile; then this is said of what it has become.
    await api.change('/dcim/devices/{id}/', device.id, () => ({ primary_ip4: address.id }));
    console.log(`${device.display}: ${address.address}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
