import { Field, f, refuse } from '@plumbline/model';

/** The address of an uploaded picture, or null. No form of request this service reads can carry a file. */
export const image = (): Field => {
  const text = f.text();
  return Field.of(
    {
      ...text.kind,
      name: 'image',
      parse: () => refuse('The submitted data was not a file. Check the encoding type on the form.'),
      wire: () => ({ type: 'string', format: 'uri' }),
    },
    text.options,
  )
    .optional()
    .inForm({ type: ['string', 'null'], format: 'data-url' });
};
