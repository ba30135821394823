import type { Arguments } from '@plumbline/command';
import { exitCodes, UsageError } from '@plumbline/command';
import { readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { importNetbox, type NetboxImported, netboxLists } from '../import/netbox';
import { readDestination, settingsFor } from './destination';
import { showProgress } from './progress';
import { describeApplied, describeRefused } from './tellApplied';
import { harmless, textTable } from './textTable';

/** Takes over what a NetBox holds, from its API or from a folder with what that said. */
export async function importFromNetbox(given: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, values, lists } = given;
  const from = values.get('from-netbox') ?? '';
  const isAddress = /^https?:/.test(from);
  const token = values.get('token') || env.IMPORT_TOKEN;
  if (from === '' || (isAddress && !token))
    throw new UsageError(
      'Say which NetBox is to be taken over, and with which token (or put it into IMPORT_TOKEN): plumbline import --from-netbox URL --token TOKEN. Instead of the URL a folder with what its API said will do.',
    );
  const skip = new Set((lists.get('skip') ?? []).map((list) => list.replace(/^\/|\/$/g, '')));
  const unknown = [...skip].filter((list) => !netboxLists().includes(list));
  if (unknown.length > 0)
    throw new UsageError(`There is no ${unknown.join(', ')} to skip. There are: ${netboxLists().join(', ')}.`);
  const destination = readDestination(given, env);
  const settings = await settingsFor(destination, readSettings(env, given.rest));
  const log = createLog({ name: 'import', level: 'error', destination: process.stderr });
  const course = showProgress(process.stderr);
  const dryRun = flags.has('dry-run');
  const done = await importNetbox(settings, {
    from,
    token,
    source: values.get('source') || undefined,
    moved: flags.has('moved'),
    dryRun,
    skip,
    destination,
    log,
    progress: course.progress,
    waiting: course.note,
  }).finally(course.end);
  process.stdout.write(reportOf(done, dryRun));
  return done.refused.length === 0 ? exitCodes.done : exitCodes.flawed;
}

const number = (count: number): string => count.toLocaleString('en');

/** What became of everything there, in text. */
function reportOf(
  { accounts, adjusted, nowhere, refused, applied, leftovers }: NetboxImported,
  dryRun: boolean,
): string {
  const of = (count: (account: NetboxImported['accounts'][number]) => number) =>
    number(accounts.reduce((sum, account) => sum + count(account), 0));
  const parts = [
    'What is there, and what becomes of it:\n',
    textTable(
      ['NETBOX', 'THERE', 'OBJECTS HERE', 'PART OF OTHERS', 'WITHOUT PLACE'],
      accounts.map((one) => [one.list, number(one.there), number(one.taken), number(one.joined), number(one.nowhere)]),
    ),
    `${of(({ there }) => there)} objects: ${of(({ taken }) => taken)} are objects here, ${of(({ joined }) => joined)} are part of others, ${of(({ nowhere: lost }) => lost)} have no place.\n\n`,
    ...(adjusted.length > 0 ? ['Otherwise than there:\n', ...adjusted.map(describeFinding), '\n'] : []),
    ...(nowhere.length > 0
      ? ['Without a place (all of it stands in ', leftovers, '):\n', ...nowhere.map(describeFinding), '\n']
      : []),
    describeApplied(applied, dryRun),
    describeRefused(refused),
  ];
  return parts.join('');
}

function describeFinding({ from, field, reason, count, examples }: NetboxImported['nowhere'][number]): string {
  const which =
    examples.length === 0 ? '' : ` (${harmless(examples.join(', '))}${count > examples.length ? ', …' : ''})`;
  return `  ${from}${field && ` ${field}`}: ${number(count)}: ${reason}${which}\n`;
}
