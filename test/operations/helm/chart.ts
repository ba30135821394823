import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { root } from '../../program/root';
import { runCommand } from '../../program/runCommand';
import { helm } from './findHelm';
import type { Manifest } from './manifests';

export const chartFolder = join(root, 'deploy', 'helm', 'plumbline');

/** The example values of the chart, by name; `default` is what the chart has itself. */
export const examples: Readonly<Record<string, string | undefined>> = {
  default: undefined,
  ...Object.fromEntries(
    readdirSync(join(chartFolder, 'ci')).map((file) => [
      file.replace('-values.yaml', ''),
      join(chartFolder, 'ci', file),
    ]),
  ),
};

interface RenderOptions {
  /** The chart's own folder when absent. */
  chart?: string;
  /** One template alone. */
  only?: string;
}

/** What helm makes of an example, with further values over it; the same is made once. */
export function render(example: string, values: object = {}, options: RenderOptions = {}): Manifest[] {
  const key = JSON.stringify([example, values, options]);
  const manifests = rendered.get(key) ?? template(example, values, options);
  rendered.set(key, manifests);
  return manifests;
}

const rendered = new Map<string, Manifest[]>();

function template(example: string, values: object, { chart = chartFolder, only }: RenderOptions): Manifest[] {
  return withValues(values, (file) => {
    const args = ['template', 'plumbline', chart, '--namespace', 'net', ...valuesOf(example), '-f', file];
    if (only) args.push('--show-only', only);
    const text = execFileSync(helm!, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 });
    return parseAllDocuments(text)
      .map((document) => {
        if (document.errors.length > 0) throw document.errors[0];
        return document.toJS() as Manifest;
      })
      .filter(Boolean);
  });
}

/** What helm says when it refuses values. */
export function refusal(values: object): string {
  try {
    render('default', values);
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
  throw new Error('helm took these values');
}

/**
 * What helm tells whoever has just installed the chart. It would want a cluster for that: the notes are rendered as a
 * manifest.
 */
export function notes(example: string, values: object = {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-chart-'));
  try {
    cpSync(chartFolder, copy, { recursive: true });
    renameSync(join(copy, 'templates', 'NOTES.txt'), join(copy, 'notes.txt'));
    writeFileSync(
      join(copy, 'templates', 'notes.yaml'),
      '{{ dict "kind" "Notes" "text" (tpl (.Files.Get "notes.txt") .) | toJson }}',
    );
    const [told] = render(example, values, { chart: copy, only: 'templates/notes.yaml' });
    return (told as unknown as { text: string }).text;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export const lint = (example: string) => runCommand(helm!, ['lint', '--strict', chartFolder, ...valuesOf(example)]);

const valuesOf = (example: string): string[] => {
  if (!(example in examples)) throw new Error(`no example ${example}`);
  const file = examples[example];
  return file === undefined ? [] : ['-f', file];
};

function withValues<T>(values: object, work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-values-'));
  try {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, stringify(values));
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
