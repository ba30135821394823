import type { ChoiceSet } from '@plumbline/model';

const same = (...values: string[]): ChoiceSet => values.map((value) => [value, value]);

/** What a secret of a group is used with. */
export const secretAccessTypes: ChoiceSet = same(
  'Generic',
  'Console',
  'gNMI',
  'HTTP(S)',
  'NETCONF',
  'REST',
  'RESTCONF',
  'SNMP',
  'SSH',
);

/** What a secret of a group is. */
export const secretTypes: ChoiceSet = [
  ['key', 'Key'],
  ['password', 'Password'],
  ['secret', 'Secret'],
  ['token', 'Token'],
  ['username', 'Username'],
];
