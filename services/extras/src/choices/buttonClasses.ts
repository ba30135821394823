import type { ChoiceSet } from '@plumbline/model';

/** What a button looks like. */
export const buttonClasses: ChoiceSet = [
  ['default', 'Default'],
  ['primary', 'Primary (blue)'],
  ['success', 'Success (green)'],
  ['info', 'Info (aqua)'],
  ['warning', 'Warning (orange)'],
  ['danger', 'Danger (red)'],
  ['link', 'None (link)'],
];
