import { type Instance, readInstances } from '../src/services/instances';

const addresses = (instances: Instance[]) => instances.map(({ address }) => address);

describe('the processes of a service', () => {
  afterEach(() => jest.useRealTimers());

  it('are the addresses its names stand for, each in turn', async () => {
    const names: Record<string, string[]> = { a: ['10.0.0.1', '10.0.0.2'], b: ['10.0.1.1'] };
    const instances = readInstances('http://a:1,http://b:2', async (host) => names[host]!);
    expect(addresses(await instances.nextFirst())).toEqual(['10.0.0.1', '10.0.0.2', '10.0.1.1']);
    expect(addresses(await instances.nextFirst())).toEqual(['10.0.0.2', '10.0.1.1', '10.0.0.1']);
    expect(instances.url.href).toBe('http://a:1/');
  });

  it('come and go as the names say, and keep what is known of them', async () => {
    jest.useFakeTimers({ now: 1_000_000 });
    let there = ['10.0.0.1'];
    const instances = readInstances('http://a:1', async () => there);
    const [first] = await instances.nextFirst();
    there = ['10.0.0.1', '10.0.0.2'];
    expect(addresses(await instances.nextFirst())).toEqual(['10.0.0.1']);
    jest.setSystemTime(1_006_000);
    await instances.nextFirst();
    await Promise.resolve();
    const both = await instances.nextFirst();
    expect(addresses(both).sort()).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(both).toContain(first);
  });

  it('stay while names cannot be looked up, and are tried by name when they never could', async () => {
    jest.useFakeTimers({ now: 1_000_000 });
    let works = true;
    const resolve = async () => {
      if (works) return ['10.0.0.1'];
      throw new Error('no answer');
    };
    const instances = readInstances('http://a:1', resolve);
    await instances.nextFirst();
    works = false;
    jest.setSystemTime(1_006_000);
    await instances.nextFirst();
    await Promise.resolve();
    expect(addresses(await instances.nextFirst())).toEqual(['10.0.0.1']);
    expect(addresses(await readInstances('http://b:1', resolve).nextFirst())).toEqual(['b']);
  });

  it('need no look-up where addresses are given', async () => {
    const instances = readInstances('http://[::1]:1,http://127.0.0.1:2', () => Promise.reject(new Error('asked')));
    expect(addresses(await instances.nextFirst())).toEqual(['::1', '127.0.0.1']);
  });
});
