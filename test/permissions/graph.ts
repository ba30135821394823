import { choiceName, manyName } from '@plumbline/graphql';
import { type Manifest, manifestOf, type OutlinedField } from '@plumbline/model';
import { expectStatus } from '@plumbline/testkit';
import type { Outlook } from './surfaces';
import type { Shown } from './world';

/** A list in GraphQL holds what the list in REST does, in its order, and says the same of each object. */
export async function graph({ subject, viewer, visible }: Outlook): Promise<void> {
  const manifest = manifestOf(subject.model);
  if (!manifest.outline) return;
  const fields = Object.entries(manifest.outline.fields).filter(([, field]) => field.is in selections);
  const selection = fields.map(([name, { is }]) => `${name} ${selections[is]}`).join(' ');
  const answer = await subject.request(
    'POST',
    '/api/graphql/',
    { query: queryFor(manifest, selection) },
    { as: viewer.identity },
  );
  const { data, errors } = expectStatus(answer, 200).body;
  expect(errors).toBeUndefined();
  const found: Shown[] = data[manyName(manifest)];
  if (!viewer.maySee) return void expect(found).toEqual([]);
  expect(found.map(({ display }) => display)).toEqual(visible.map(({ display }) => display));
  const told = (object: Shown) => fields.filter(([name]) => name in object && !isAddress(object[name]));
  // All at once: there are tens of thousands of values, and each expectation makes all matchers anew.
  expect(
    visible.map((object, index) => Object.fromEntries(told(object).map(([name]) => [name, found[index][name]]))),
  ).toEqual(
    visible.map((object) =>
      Object.fromEntries(
        told(object).map(([name, field]) => [name, name === 'id' ? String(object.id) : expected(field, object[name])]),
      ),
    ),
  );
}

const queryFor = (manifest: Manifest, selection: string) => `{ ${manyName(manifest)} { display ${selection} } }`;

const selections: Partial<Record<OutlinedField['is'], string>> = {
  value: '',
  choice: '',
  contentType: '{ app_label model }',
  one: '{ id }',
  several: '{ id }',
};

/** Files have an address with the name of the server in REST. */
const isAddress = (value: unknown): boolean => typeof value === 'string' && value.includes('/media/');

const contentType = (label: string) => {
  const [app_label, model] = label.split('.');
  return { app_label, model };
};

/** An id is a text in GraphQL, whatever it is made of. */
const identified = ({ id }: Shown) => ({ id: String(id) });

/** What GraphQL makes of a value of REST. */
function expected(field: OutlinedField, value: Shown): unknown {
  if (value === null || value === undefined) return null;
  if (field.is === 'value') return field.type === 'float' ? Number(value) : value;
  if (field.is === 'choice') {
    const stored = typeof value === 'object' ? value.value : value;
    return stored === '' ? null : choiceName(stored);
  }
  if (field.is === 'one') return identified(value);
  if (field.is === 'several') return value.map(identified);
  return Array.isArray(value) ? value.map(contentType) : contentType(value);
}
