// @boundaries-ignore a script of the whole checkout
import { writeIndexes } from '../../bin/writeIndexes.js';
import { ownServices } from '../src/start/services';

test('what is in the folders of models and fixtures is listed; else run `npm run generate`', () => {
  expect(writeIndexes({ look: true })).toEqual([]);
});

test('every model has a name and a path of its own', () => {
  for (const { models, lists = [] } of ownServices.all) {
    const labels = models.map(({ label }) => label);
    expect(labels).toEqual([...new Set(labels)]);
    const paths = [...models, ...lists].flatMap(({ endpoint }) => endpoint ?? []);
    expect(paths).toEqual([...new Set(paths)]);
  }
});
