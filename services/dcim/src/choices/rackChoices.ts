import type { ChoiceSet } from '@plumbline/model';

/** How racks are built. */
export const rackTypes: ChoiceSet = [
  ['2-post-frame', '2-post frame'],
  ['4-post-frame', '4-post frame'],
  ['4-post-cabinet', '4-post cabinet'],
  ['wall-frame', 'Wall-mounted frame'],
  ['wall-frame-vertical', 'Wall-mounted frame (vertical)'],
  ['wall-cabinet', 'Wall-mounted cabinet'],
  ['wall-cabinet-vertical', 'Wall-mounted cabinet (vertical)'],
  ['other', 'Other'],
];

/** Widths between the rails, in inches. */
export const rackWidths: ChoiceSet = [
  [10, '10 inches'],
  [19, '19 inches'],
  [21, '21 inches'],
  [23, '23 inches'],
];

/** What the outside of a rack is measured in. */
export const dimensionUnits: ChoiceSet = [
  ['mm', 'Millimeters'],
  ['in', 'Inches'],
];

/** The sides from which devices are mounted. */
export const rackFaces: ChoiceSet = [
  ['front', 'Front'],
  ['rear', 'Rear'],
];
