import type { ChoiceSet } from '@plumbline/model';

/** What a service is spoken over. */
export const serviceProtocols: ChoiceSet = [
  ['tcp', 'TCP'],
  ['udp', 'UDP'],
];
