import { type ChoiceSet, choiceLabel, type WireSchema } from '@plumbline/model';

/** The two versions of the Internet Protocol. */
export const addressFamilies: ChoiceSet = [
  [4, 'IPv4'],
  [6, 'IPv6'],
];

/** A version as the contract's `family` shows it. */
export const familyOf = (version: unknown) => ({ value: version, label: choiceLabel(addressFamilies, version) });

/** The shape of `family`. */
export const familySchema: WireSchema = {
  type: 'object',
  properties: {
    value: { type: 'integer', enum: addressFamilies.map(([version]) => version) },
    label: { type: 'string', enum: addressFamilies.map(([, label]) => label) },
  },
};
