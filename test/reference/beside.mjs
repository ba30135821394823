#!/usr/bin/env node
// beside.mjs - asks a live reference and a server the same, far beyond what is recorded, and tells where their answers differ.
// README.md says how a reference is started.
//
//   node beside.mjs --reference http://127.0.0.1:8001 --base http://127.0.0.1:8080 --token T [options] FILE_OR_DIR...
//   node beside.mjs --reference … --base … --token T --walk addresses,cables --seed 1 --steps 400
//
// Options: --what LIST   of filters, forms, graphs, tables and writes (all of them)
//          --only TEXT   only scenarios whose "file:scenario" has it
//          --walk LIST   walks at random through these themes (walks/), rather than asking about scenarios
//          --seed N      decides what a walk does (1)
//          --steps N     writes of a walk (400)
//          --help
// The scenarios make the objects, on both; writes go along with every scenario, all else asks about the objects that a scenario
// lists by their ids, which those of filters-*.json do. Servers that hold nothing else answer most alike.
// Exit status: 0 when nothing differed, 1 when something did, 2 on usage errors.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadFile } from '../recordings/replay.mjs';
import { askFilters } from './filters.mjs';
import { askForms } from './forms.mjs';
import { askGraphs } from './graphs.mjs';
import { Pair } from './pair.mjs';
import { askTables } from './tables.mjs';
import { themes } from './walks/themes.mjs';
import { walk } from './walks.mjs';
import { tryWrites } from './writes.mjs';

const asking = { filters: askFilters, forms: askForms, graphs: askGraphs, tables: askTables };
const usage = `node beside.mjs --reference URL --base URL --token T [--what filters,forms,graphs,tables,writes] [--only TEXT] FILE...
node beside.mjs --reference URL --base URL --token T --walk ${Object.keys(themes)} [--seed N] [--steps N]`;

const { values: options, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    reference: { type: 'string' },
    base: { type: 'string' },
    token: { type: 'string' },
    what: { type: 'string', default: 'filters,forms,graphs,tables,writes' },
    only: { type: 'string', default: '' },
    walk: { type: 'string' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '400' },
    help: { type: 'boolean', default: false },
  },
});
const { reference, base, token } = options;
const what = options.what.split(',');
const walks = options.walk?.split(',') ?? [];
const [seed, steps] = [Number(options.seed), Number(options.steps)];
const unknown =
  what.find((one) => one !== 'writes' && !Object.hasOwn(asking, one)) ??
  walks.find((one) => !Object.hasOwn(themes, one));
const isAsked = reference && base && token && (places.length > 0 || walks.length > 0);
const isCounted = Number.isInteger(seed) && Number.isInteger(steps) && steps > 0;
if (options.help || !isAsked || !isCounted || unknown !== undefined) {
  console.log(unknown === undefined ? usage : `There is no ${unknown}.\n${usage}`);
  process.exit(options.help ? 0 : 2);
}

const files = places.flatMap((place) =>
  statSync(place).isDirectory()
    ? readdirSync(place)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(place, name))
    : [place],
);

let [asked, differed] = [0, 0];
/** Tells of one question, and of what differs between its answers. */
function tell(question, differences) {
  asked += 1;
  if (differences.length === 0) return;
  differed += 1;
  console.log(question);
  for (const difference of differences.slice(0, 4)) console.log(`     ${difference}`);
}

const newPair = () => new Pair(reference.replace(/\/$/, ''), base.replace(/\/$/, ''), token);

for (const theme of walks) {
  await walk(newPair(), themes[theme], { seed, steps }, tell);
  console.log(`-- a walk through ${theme}: ${asked} asked, ${differed} differ`);
}

/** Endpoints whose writes were tried. */
const tried = new Set();
for (const file of files)
  for (const { name, steps } of loadFile(file)) {
    const scenario = `${basename(file)}:${name}`;
    if (!scenario.includes(options.only)) continue;
    const pair = newPair();
    let isListed = false;
    for (const step of steps) {
      const symbols = step.method === 'GET' && symbolsOf(step.query?.id);
      if (symbols?.length > 0) {
        if (!isListed) for (const one of what) await asking[one]?.(pair, step.path, symbols, tell);
        isListed = true;
        continue;
      }
      const answers = await pair.send(step);
      if (answers && what.includes('writes')) {
        tell(`${scenario}: ${step.name}`, pair.differences(answers, step));
        await tryWrites(pair, step, answers, tried, tell);
      }
    }
    console.log(`-- ${scenario}: ${asked} asked, ${differed} differ`);
  }
process.exit(differed > 0 ? 1 : 0);

/** The symbols of a list of ids: `["{{o0}}", "{{o1}}"]`. */
function symbolsOf(ids) {
  return Array.isArray(ids) ? ids.map((id) => /^\{\{([^}]+)\}\}$/.exec(id)?.[1]).filter(Boolean) : undefined;
}
