import { Field, f, refuse } from '@plumbline/model';

/** Volts, below zero for direct current of negative polarity; no voltage at all is none. */
export const voltage = (): Field => {
  const integer = f.int({ min: -32768, max: 32767 });
  return Field.of(
    {
      ...integer.kind,
      parse: (value, field) => {
        const parsed = integer.kind.parse(value, field);
        return 'value' in parsed && parsed.value === 0 ? refuse('This field may not be zero.') : parsed;
      },
    },
    integer.options,
  );
};
