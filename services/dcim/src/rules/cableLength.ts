import type { Effect, Row, Rule } from '@plumbline/model';
import { metresIn } from '../choices/cableChoices';

/** A number means nothing without its unit. */
export const lengthHasUnit: Rule = ({ row }) =>
  row.length !== null && row.length_unit === ''
    ? { __all__: ['A cable of which the length is given needs its unit, too.'] }
    : undefined;

/** A unit means nothing without a number. */
export const dropUnusedLengthUnit: Effect = (candidates) => {
  for (const { row } of candidates) if (row.length === null) row.length_unit = '';
};

/** The length in metres, to the tenth of a millimetre; null where none is known. */
export function lengthInMetres({ length, length_unit: unit }: Row): string | null {
  const metres = metresIn[String(unit)];
  return length && metres ? (Number(length) * metres).toFixed(4) : null;
}
