import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Stands in index.html where the gateway puts each answer's nonce. */
const nonce = 'PLUMBLINE-NONCE';
/** Smaller files gain nothing. */
const leastBytes = 1024;
/** Near the best there is, in a twentieth of its time. */
const brotliQuality = 9;

/** Writes each file in the encodings browsers take, so that the gateway compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const brotli = promisify(brotliCompress);
      const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
      for (const { fileName } of Object.values(bundle)) {
        if (dir === undefined || !/\.(?:js|css|svg)$/.test(fileName)) continue;
        const file = join(dir, fileName);
        const source = await readFile(file);
        if (source.length < leastBytes) continue;
        await writeFile(`${file}.br`, await brotli(source, { params }));
        await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/** Refuses a component of Mantine whose styles are neither those of every page nor imported by each module that uses it. */
function styledComponents(): Plugin {
  const users = new Map<string, { uses: string[]; styles: string[] }>();
  return {
    name: 'styled-components-of-mantine',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const uses = [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      );
      const imports = [...code.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name);
      if (id.endsWith('.tsx')) users.set(id, { uses, styles: imports });
    },
    async generateBundle(_options, bundle) {
      const styles = await readFile(join(import.meta.dirname, 'src/theme/mantine.css'), 'utf8');
      const imported = new Set([...this.getModuleIds()].map((id) => basename(id, '.layer.css')));
      const folder = join(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), '..', 'styles');
      const there = new Set((await readdir(folder)).map((file) => file.replace('.layer.css', '')));
      for (const [id, { uses, styles: own }] of users)
        for (const name of uses)
          if (there.has(name) && !styles.includes(`/${name}.layer.css`) && !own.includes(name))
            this.error(`${id} uses ${name} without its styles.`);
      for (const chunk of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(chunk.type === 'chunk' ? chunk.modules : {})) {
          const [, name] = /@mantine\/core\/esm\/.*\/([A-Z]\w+)\.m?js$/.exec(id) ?? [];
          if (name === undefined || renderedLength === 0 || !there.has(name)) continue;
          if (!styles.includes(`/${name}.layer.css`) && !imported.has(name))
            this.error(`The styles of ${name} are not imported: theme/mantine.css does it.`);
        }
    },
  };
}

export default defineConfig({
  // Addresses stand relative to the page's <base>, which says where a proxy has put us.
  base: './',
  html: { cspNonce: nonce },
  plugins: [react(), styledComponents(), compressed()],
  // As it is written: nothing has to be built before.
  resolve: { alias: { '@plumbline/client': join(import.meta.dirname, '../libs/client/src') } },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What many pages share comes in one piece: it would be a request for each of a hundred small ones.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 15 }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/login', '/logout', '/user', '/media', '/health', '/favicon.ico'].map((path) => [
        path,
        { target: process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:8080' },
      ]),
    ),
  },
});
