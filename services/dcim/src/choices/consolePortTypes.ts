import type { ChoiceSet } from '@plumbline/model';

/** The connectors of console ports and console server ports. */
export const consolePortTypes: ChoiceSet = [
  // Serial
  ['de-9', 'DE-9'],
  ['db-25', 'DB-25'],
  ['rj-11', 'RJ-11'],
  ['rj-12', 'RJ-12'],
  ['rj-45', 'RJ-45'],
  ['mini-din-8', 'Mini-DIN 8'],
  // USB
  ['usb-a', 'USB Type A'],
  ['usb-b', 'USB Type B'],
  ['usb-c', 'USB Type C'],
  ['usb-mini-a', 'USB Mini A'],
  ['usb-mini-b', 'USB Mini B'],
  ['usb-micro-a', 'USB Micro A'],
  ['usb-micro-b', 'USB Micro B'],
  ['usb-micro-ab', 'USB Micro AB'],
  // Other
  ['other', 'Other'],
];
