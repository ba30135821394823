import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Jobs that tests run, as somebody would write them. */
const files: Record<string, string> = {
  'greet.ts': `
    import { defineJob, v } from '@plumbline/jobs';
    import { greeting } from './words/greeting';

    export const Greet = defineJob({
      name: 'Greet',
      description: 'Greets somebody.',
      hasSensitiveVariables: false,
      supportsDryRun: true,
      variables: {
        who: v.string({ label: 'Who', maxLength: 20, regex: /[a-z ]+$/ }),
        times: v.integer({ min: 1, max: 5, default: 1 }),
        how: v.choice({ choices: [['loud', 'Loudly'], 'softly'], required: false }),
        kinds: v.multiChoice({ choices: ['a', 'b'], required: false }),
        place: v.object({ model: 'dcim.location', required: false }),
        places: v.objects({ model: 'dcim.location', required: false }),
        address: v.ipAddress({ required: false }),
        masked: v.ipAddressWithMask({ required: false, minPrefixLength: 8 }),
        network: v.ipNetwork({ required: false }),
        kind: v.boolean(),
        letter: v.file({ required: false }),
        key: v.object({ model: 'users.token', required: false }),
      },
      run: async ({ data, log, api, dryRun, createFile }) => {
        for (let time = 0; time < data.times; time++) log.info(greeting(data.who));
        const tenant = await api.post('tenancy/tenants/', { name: 'greeted ' + data.who });
        log.group('making').warning('made a tenant', { object: tenant });
        await createFile('greeting.txt', greeting(data.who));
        return { dryRun, tenant: tenant.id, place: data.place?.name ?? null, letter: data.letter?.content.toString() ?? null };
      },
    });`,
  'words/greeting.ts': `export const greeting = (who: string): string => \`hello \${who}\`;`,
  'steady.ts': `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { defineJob } from '@plumbline/jobs';
    export const Steady = defineJob({ name: 'Steady', hasSensitiveVariables: false, run: async ({ api }) => {
      let made = 0;
      for (; (await api.count('tenancy/tenants/', { name: 'enough' })) === 0; made++) {
        await api.post('tenancy/tenants/', { name: 'steady ' + made });
        await sleep(20);
      }
      return made; } });
    export const Astray = defineJob({ name: 'Astray', hasSensitiveVariables: false,
      run: ({ api }) => api.post('tenancy/tenants', { name: 'astray' }) });`,
  'slow.js': `
    const { defineJob } = require('@plumbline/jobs');
    exports.Slow = defineJob({ name: 'Slow', hasSensitiveVariables: false, timeLimit: 30,
      run: ({ log }) => { log.info('begun'); return new Promise(() => setInterval(() => {}, 1000)); } });
    exports.Stubborn = defineJob({ name: 'Stubborn', hasSensitiveVariables: false, timeLimit: 1, run: () => { for (;;); } });
    exports.Polite = defineJob({ name: 'Polite', hasSensitiveVariables: false, softTimeLimit: 1,
      run: ({ signal }) => new Promise((resolve, reject) => {
        const timer = setInterval(() => {}, 1000);
        signal.addEventListener('abort', () => { clearInterval(timer); reject(signal.reason); });
      }) });
    exports.Waiting = defineJob({ name: 'Waiting', hasSensitiveVariables: false, softTimeLimit: 1,
      run: ({ signal }) => require('node:timers/promises').setTimeout(60_000, undefined, { signal }) });
    const children = (then) => () => {
      const { spawn } = require('node:child_process');
      const sleep = (options) => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit', ...options }).pid;
      return then([sleep({}), sleep({ detached: true })]);
    };
    exports.Leaving = defineJob({ name: 'Leaving', hasSensitiveVariables: false, run: children((left) => left) });
    exports.Busy = defineJob({ name: 'Busy', hasSensitiveVariables: false, timeLimit: 1, run: children(() => new Promise(() => {})) });`,
  'modern/modules.mjs': `
    import { defineJob, v } from '@plumbline/jobs';
    import { dirname } from 'node:path';
    const here = dirname(new URL(import.meta.url).pathname);
    export const Modern = defineJob({ name: 'Modern', hasSensitiveVariables: false,
      variables: { site: v.string({ regex: /[a-z]{3}$/i }) },
      run: async ({ api, data, log }) => {
        log.info({ site: data.site });
        log.info(Object.create(null));
        if (data.site === 'odd') return { map: new Map([['a', 1]]), set: new Set([1n]), error: new TypeError('no') };
        const { greeting } = await import('../words/greeting');
        const { basename } = await import('node:path');
        if (data.site === 'bad') throw { code: 5 };
        return [greeting(data.site), basename(here), (await api.text('extras/statuses/', { format: 'csv' })).split(',')[0]];
      } });`,
  'bad.mjs': `
    import { defineJob } from '@plumbline/jobs';
    export const Broken = defineJob({ name: 'Broken', hasSensitiveVariables: false,
      run: () => { throw new TypeError('it broke'); } });
    export const Greedy = defineJob({ name: 'Greedy', hasSensitiveVariables: false, run: () => {
      const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); } });
    export const Quitter = defineJob({ name: 'Quitter', hasSensitiveVariables: false, run: () => { process.exit(3); } });
    export const Dropping = defineJob({ name: 'Dropping', hasSensitiveVariables: false, run: ({ log }) => {
      log.info('the last step');
      void Promise.reject(new Error('dropped'));
      return new Promise(() => setTimeout(() => {}, 600_000)); } });
    export const Mumbler = defineJob({ name: 'Mumbler', hasSensitiveVariables: false, run: async ({ log }) => {
      for (const word of [null, 'ready', 7, [], {}]) process.send(word);
      log.info('half \\ud800 and ' + '😀'.repeat(6000));
      return { 'key \\udc00': 'null \\0, spelled \\\\u0000' }; } });
    const fill = (size, more) => async ({ createFile }) => {
      let made = 0;
      try { for (; made < more; made++) await createFile('part ' + made, 'x'.repeat(size)); }
      catch (error) { throw new Error(made + ' made. ' + error.message); } };
    export const Prolific = defineJob({ name: 'Prolific', hasSensitiveVariables: false, run: fill(0, 1100) });
    export const Bulky = defineJob({ name: 'Bulky', hasSensitiveVariables: false, run: fill(9 * 2 ** 20, 13) });
    export const Hasty = defineJob({ name: 'Hasty', hasSensitiveVariables: false,
      run: ({ createFile }) => { for (const name of ['a', 'b', 'c']) void createFile(name, name); return 'kept'; } });
    export const Ranting = defineJob({ name: 'Ranting', hasSensitiveVariables: false,
      run: () => { throw new Error('why '.repeat(2 ** 20)); } });
    export const Garbled = defineJob({ name: 'Garbled', hasSensitiveVariables: false,
      run: () => { throw new Error('half \\ud800 and null \\0'); } });
    export const Forbidden = defineJob({ name: 'Forbidden', hasSensitiveVariables: false, readOnly: true,
      run: ({ api }) => api.post('tenancy/tenants/', { name: 'never' }) });
    export const Secretive = defineJob({ name: 'Secretive', run: ({ data }) => ({ environment: Object.keys(process.env).sort() }) });`,
  'sensitive.ts': `
    import { defineJob, v } from '@plumbline/jobs';
    export const Whisper = defineJob({ name: 'Whisper', variables: { word: v.string() }, run: ({ data }) => data.word.length });`,
  'careful.ts': `
    import { defineJob, v } from '@plumbline/jobs';
    export const Careful = defineJob({ name: 'Careful', hasSensitiveVariables: false, approvalRequired: true, supportsDryRun: true,
      taskQueues: ['default', 'nobody'], variables: { what: v.string({ default: 'nothing' }) },
      run: ({ data, log, user }) => { log.info('for ' + user.username); return data.what; } });`,
  'receivers.ts': `
    import { defineJob } from '@plumbline/jobs';
    export const OnChange = defineJob({ name: 'On change', hasSensitiveVariables: false, receives: 'changes',
      run: async ({ data, api }) => {
        const { changed_object, action } = data.object_change;
        if (changed_object) await api.patch(changed_object.url, { description: 'seen' });
        return { action: action.value };
      } });
    export const OnButton = defineJob({ name: 'On button', hasSensitiveVariables: false, receives: 'button',
      run: ({ data }) => data });`,
  'node_modules/shared-jobs/package.json': '{ "name": "shared-jobs", "version": "1.0.0", "main": "index.js" }',
  'node_modules/shared-jobs/index.js': `
    const { defineJob } = require('@plumbline/jobs');
    const words = require('./words.json');
    exports.Packaged = defineJob({ name: 'Packaged', hasSensitiveVariables: false, run: () => words });`,
  'node_modules/shared-jobs/words.json': '["from", "a", "package"]',
  'odd.js': `
    const { defineJob } = require('@plumbline/jobs');
    const job = (more) => defineJob({ hasSensitiveVariables: false, ...more, run: () => 'odd' });
    exports.Numbered = job({ name: 42 });
    exports.Endless = job({ timeLimit: Infinity });
    exports.Queued = job({ taskQueues: ['q'.repeat(130)] });
    exports.Even = job({ name: 'Even', timeLimit: 2 ** 40, softTimeLimit: 2 ** 40 });`,
  'odd.mjs': `
    import { defineJob } from '@plumbline/jobs';
    export const Even = defineJob({ name: 'Another', run: () => null });`,
  'nautobot/core/jobs.js': `
    exports.GitRepositorySync = require('@plumbline/jobs').defineJob({ name: 'Taken over', run: () => null });`,
  'broken-file.ts': 'export const nothing = ;',
};

/** A folder with jobs for tests. */
export function jobsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-jobs-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
