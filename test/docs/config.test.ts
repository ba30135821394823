import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeKnownNames, describeSettings } from '@plumbline/config';
import { configPage } from '../../bin/configPage.js';
import { root } from '../program/root';

test('docs/config.md says what the settings are; `npm run generate` writes it anew', () => {
  expect(readFileSync(join(root, 'docs', 'config.md'), 'utf8')).toBe(
    configPage(describeSettings(), describeKnownNames()),
  );
});
