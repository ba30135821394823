import { deepMerge } from '../src';

test('what is laid above replaces what is below, and objects are merged into one another', () => {
  const below = { ntp: ['10.0.0.1'], snmp: { port: 161, community: { read: 'a' } }, only: 1, gone: { a: 1 } };
  const between = { snmp: { community: { write: 'b' } }, gone: null };
  const above = { ntp: ['10.0.0.2'], snmp: { port: 162 }, gone: { b: 2 }, new: true };
  expect(JSON.stringify(deepMerge([below, between, above]))).toBe(
    '{"ntp":["10.0.0.2"],"snmp":{"port":162,"community":{"read":"a","write":"b"}},"only":1,"gone":{"b":2},"new":true}',
  );
  expect(deepMerge([])).toEqual({});
  expect(deepMerge([{ a: { b: 1 } }, { a: [] }])).toEqual({ a: [] });
});

test('a key may be any text', () => {
  const merged = deepMerge([JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"b": 2}}')]);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1,"b":2}}');
});

test('thousands of objects are merged in the time that their values take', () => {
  const layers = Array.from({ length: 4_000 }, (_, number) => ({ [`key ${number}`]: number, common: { number } }));
  const begun = process.cpuUsage();
  expect(Object.keys(deepMerge(layers))).toHaveLength(4_001);
  const { user } = process.cpuUsage(begun);
  // Copying what was merged before for each of them takes seconds, the values themselves a few milliseconds.
  expect(user).toBeLessThan(1_000_000);
});
