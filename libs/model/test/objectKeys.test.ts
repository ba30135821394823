import { readObjectKey } from '../src';

const uuid = 'c9c6f4a5-0c5d-4b8e-9f0a-1b2c3d4e5f60';

it.each([
  ['int', '17', 17],
  ['int', 17, 17],
  ['int', '123456789012345', 123456789012345],
  ['int', '1234567890123456', undefined],
  ['int', '', undefined],
  ['int', '-1', undefined],
  ['int', ' 1', undefined],
  ['int', 1.5, undefined],
  ['int', true, undefined],
  ['int', ['1'], undefined],
  ['int', uuid, undefined],
  ['uuid', uuid.toUpperCase(), uuid],
  ['uuid', '17', undefined],
  ['uuid', 17, undefined],
] as const)('a key of type %s read from %p', (keyType, given, key) => {
  expect(readObjectKey(keyType, given)).toBe(key);
});
