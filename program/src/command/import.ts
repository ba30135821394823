import { type Arguments, exitCodes, readArguments, UsageError } from '@plumbline/command';
import { borrowSecretKey, ensureSecretKey, readSettings, type Settings } from '@plumbline/config';
import { createLog, type Log } from '@plumbline/log';
import { type Comparison, describeShortfall, type Imported, importServer, unpause } from '../import';
import { demandInstallation } from '../start/demandInstallation';
import { forOldClients } from './commandPages';
import { destinationValues } from './destination';
import { importFromFile } from './importFromFile';
import { importFromNetbox } from './importFromNetbox';
import { showProgress } from './progress';

const own = {
  flags: ['reset', 'without-changes', 'paused', 'unpause', 'verify', 'dry-run', 'moved', 'preview'],
  values: [
    'from-url',
    'from-netbox',
    'from-file',
    'token',
    'to',
    'source',
    'mapping',
    'as',
    'sheet',
    'delimiter',
    ...destinationValues,
  ],
  lists: ['skip', 'key'],
};

/** The options of each way of importing, beside those that all have. */
const optionsOf = {
  'from-url': ['token', 'to', 'skip', 'reset', 'without-changes', 'paused', 'verify'],
  'from-netbox': ['token', 'skip', 'source', 'moved', 'dry-run', ...destinationValues],
  'from-file': ['mapping', 'as', 'key', 'sheet', 'delimiter', 'preview', ...destinationValues],
  unpause: [],
};

/** Copies a running server into an empty one, or into a file; or switches on what arrived switched off. */
export async function importFrom(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = readArguments(argv, own);
  const { flags, values } = given;
  demandFitting(given);
  if (given.words.length === 0 && values.has('from-netbox')) return importFromNetbox(given, env);
  if (given.words.length === 0 && values.has('from-file')) return importFromFile(given, env);
  const url = values.get('from-url');
  const token = values.get('token') || env.IMPORT_TOKEN;
  if (given.words.length > 0 || (!flags.has('unpause') && (!url || !token)))
    throw new UsageError(
      'Say which server is to be copied, and with which token (or put it into IMPORT_TOKEN): plumbline import --from-url URL --token TOKEN; or --from-netbox URL for a NetBox, --from-file FILE for a spreadsheet.',
    );
  const to = values.get('to') || undefined;
  const read = readSettings(env, given.rest);
  const log = createLog({ name: 'import', level: 'error', destination: process.stderr });
  const course = showProgress(process.stderr);
  const tell = (text: string) => {
    course.end();
    process.stdout.write(`${text}\n`);
  };
  if (flags.has('unpause')) return switchOn(await demandInstallation(read, borrowSecretKey), log, tell);
  const paused = flags.has('paused');
  const all: Settings = { ...read, target: 'all' };
  // A file has no use for a key.
  const imported = await importServer(to ? all : await ensureSecretKey(all), {
    url: url!,
    token: token!,
    to,
    reset: flags.has('reset'),
    withoutChanges: flags.has('without-changes'),
    paused,
    skip: new Set((given.lists.get('skip') ?? []).map((endpoint) => endpoint.replace(/^\/|\/$/g, ''))),
    verify: flags.has('verify'),
    log,
    expect: course.expect,
    progress: course.progress,
    waiting: course.note,
    found: tell,
    notice: tell,
  });
  course.end();
  tell(forOldClients);
  const isWhole = verdict(imported, to, tell);
  if (paused && !imported.already) tell(pausedText);
  return isWhole ? exitCodes.done : exitCodes.flawed;
}

/** Refuses options that belong to another way of importing: they would be taken for what they are not. */
function demandFitting({ flags, values, lists }: Arguments): void {
  const named = new Set([...flags, ...values.keys(), ...lists.keys()]);
  const ways = Object.keys(optionsOf).filter((way) => named.has(way)) as (keyof typeof optionsOf)[];
  if (ways.length > 1) throw new UsageError(`Only one of ${ways.map((way) => `--${way}`).join(' and ')} can be meant.`);
  const [way = 'from-url'] = ways;
  const stray = [...named].filter((name) => name !== way && !(optionsOf[way] as string[]).includes(name));
  if (stray.length > 0)
    throw new UsageError(`--${stray[0]} does not go with --${way}. plumbline help import tells what does.`);
}

const pausedText = [
  'Schedules, webhooks and job hooks arrived switched off. To switch on those that were on there, also while Plumbline is running:',
  '  plumbline import --unpause',
  'One by one: PATCH {"enabled": true} on extras/webhooks and extras/job-hooks. Git repositories are synced only when somebody asks for it.',
].join('\n');

async function switchOn(settings: Settings, log: Log, tell: (text: string) => void): Promise<number> {
  const switched = await unpause(settings, log);
  for (const { endpoint, count } of switched) tell(`${endpoint}: ${count.toLocaleString('en')} switched on.`);
  return exitCodes.done;
}

/** Tells how the two servers compare, and what did not come along; whether all is as it should be. */
function verdict(imported: Imported, file: string | undefined, tell: (text: string) => void): boolean {
  const { objects, findings, comparisons, shortfalls, already } = imported;
  const flawed = comparisons.filter((comparison) => !tellComparison(comparison, tell));
  if (shortfalls.length > 0) {
    tell('What did not come along:');
    for (const shortfall of shortfalls) tell(`  ${describeShortfall(shortfall)}`);
  }
  const count = objects.toLocaleString('en');
  if (already) tell(`Nothing to do: this server was imported here on ${already} (${count} objects).`);
  else if (file) tell(`${count} objects copied. Read them with: plumbline restore ${file}`);
  else tell(`${count} objects copied.`);
  if (!file) tell(summary(comparisons, flawed, findings));
  if (already && flawed.length > 0) tell('To copy it anew, in place of everything that is here: --reset.');
  return flawed.length === 0 && findings === 0 && shortfalls.every(({ expected }) => expected);
}

function summary(comparisons: Comparison[], flawed: Comparison[], findings: number): string {
  const sum = (of: (comparison: Comparison) => number) =>
    comparisons.reduce((total, one) => total + of(one), 0).toLocaleString('en');
  const alike = comparisons.length - flawed.length;
  return `Of ${comparisons.length} lists ${alike} are as there; the contents of ${sum((one) => one.compared)} objects were compared, ${sum((one) => one.changedSince)} were changed there since. ${findings} findings.`;
}

/** Tells how the objects of an endpoint differ in either server; whether they do not. */
function tellComparison(comparison: Comparison, tell: (text: string) => void): boolean {
  const { endpoint, there, here, mayBeMore, differing } = comparison;
  const isExpected = there === undefined || there === here || (mayBeMore && here > there);
  if (there !== undefined && there !== here)
    tell(`${endpoint}: ${there} there, ${here} here${isExpected ? ', with those who could sign in here before' : ''}.`);
  for (const { column, count, examples } of differing) {
    const what = column === undefined ? 'not here' : `with another ${column} here`;
    tell(
      `${endpoint}: ${count.toLocaleString('en')} of ${comparison.compared.toLocaleString('en')} compared are ${what} (${examples.join(', ')}${count > examples.length ? ', …' : ''}).`,
    );
  }
  return isExpected && differing.length === 0;
}
