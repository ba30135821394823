import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../program/root';

const { strip } = require('../../deploy/strip.js') as { strip(folder: string): void };

describe('the image', () => {
  test('holds what runs, and nothing of contracts', () => {
    const kept = [
      'console/dist/assets/index.js',
      'console/dist/index.html',
      'console/package.json',
      'libs/engine/dist/index.js',
      'libs/engine/migrations/0001_tables.sql',
      'libs/engine/package.json',
      'package.json',
      'program/bin/plumbline.js',
      'program/dist/bundle/program.js',
      'program/dist/main.js',
      'services/ipam/dist/index.js',
    ];
    const dropped = [
      'bin/start.js',
      'console/src/main.tsx',
      'console/vite.config.ts',
      'deploy/strip.js',
      'deploy/writeImage.mjs',
      'libs/engine/src/index.ts',
      'program/bundle/writeBundle.mjs',
      'program/dist/contracts/artifacts.js',
      'services/ipam/test/tree.test.ts',
      'tsconfig.json',
    ];
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-'));
    for (const file of [...kept, ...dropped, 'gateway/package.json']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    strip(folder);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()).toEqual(
      [...kept, 'gateway/package.json'].sort(),
    );
    rmSync(folder, { recursive: true });
    expect(readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n')).toContain('contracts');
  });

  test('needs nothing of contracts to run', () => {
    const sources = readdirSync(join(root, 'program/src'), { recursive: true, encoding: 'utf8' });
    const running = sources.filter((file) => file.endsWith('.ts') && !file.startsWith('contracts'));
    expect(running.length).toBeGreaterThan(100);
    expect(
      running.filter((file) => readFileSync(join(root, 'program/src', file), 'utf8').includes('/contracts')),
    ).toEqual([]);
  });
});
