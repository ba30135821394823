import type { Arguments } from '@plumbline/command';
import { exitCodes, UsageError } from '@plumbline/command';
import { readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { importSpreadsheet, rowOf, type SpreadsheetImported } from '../import/spreadsheet';
import { readDestination, settingsFor } from './destination';
import { showProgress } from './progress';
import { describeApplied, describeRefused } from './tellApplied';
import { harmless, textTable } from './textTable';

/** Makes objects of the rows of a CSV file or a workbook. */
export async function importFromFile(given: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, values, lists } = given;
  const file = values.get('from-file') ?? '';
  if (file === '') throw new UsageError('Say which file: plumbline import --from-file FILE --as dcim/devices');
  const destination = readDestination(given, env);
  const settings = await settingsFor(destination, readSettings(env, given.rest));
  const course = showProgress(process.stderr);
  const preview = flags.has('preview');
  const done = await importSpreadsheet(settings, {
    file,
    mapping: values.get('mapping') || undefined,
    wanted: {
      to: values.get('as') || undefined,
      key: lists.get('key'),
      sheet: values.get('sheet') || undefined,
      delimiter: values.get('delimiter')?.replace('\\t', '\t') || undefined,
    },
    preview,
    destination,
    log: createLog({ name: 'import', level: 'error', destination: process.stderr }),
    progress: course.progress,
  }).finally(course.end);
  process.stdout.write(preview ? describeReading(done) : '');
  if (done.problems.length > 0) {
    process.stdout.write(describeProblems(done));
    return exitCodes.failed;
  }
  process.stdout.write(describeApplied(done.applied, preview));
  process.stdout.write(describeRefused(done.refused.map((one) => ({ ...one, key: `row ${rowOf(one.key)}` }))));
  return done.refused.length === 0 ? exitCodes.done : exitCodes.flawed;
}

/** How a sheet was understood, with its first rows. */
function describeReading({ endpoint, rows, key, columns, first }: SpreadsheetImported): string {
  return [
    `${rows} rows of ${endpoint}, known by ${key.join(' and ')}.\n\n`,
    textTable(
      ['COLUMN', 'SAYS'],
      columns.map(({ header, says }) => [header, says]),
    ),
    '\n',
    ...first.map(({ row, body }) => `Row ${row}: ${harmless(JSON.stringify(body))}\n`),
    '\n',
  ].join('');
}

const mostProblems = 20;

function describeProblems({ problems }: SpreadsheetImported): string {
  const lines = problems
    .slice(0, mostProblems)
    .map(({ row, column, problem }) => `  row ${row}, ${harmless(column)}: ${harmless(problem)}\n`);
  const more = problems.length - lines.length;
  return `Nothing was written, since not all rows can be read:\n${lines.join('')}${more > 0 ? `  … and ${more} more\n` : ''}`;
}
