import { holdsUnsafeNumbers } from '@plumbline/http';
import { isStorableJson } from '@plumbline/model';
import { parse, type Tags } from 'yaml';
import { gitLimits } from '../limits';

/** What only looks like a moment stays text, as in JSON; sets and binary data have no place there. */
const beyondJson = ['timestamp', 'binary', 'omap', 'pairs', 'set'];
const isOneOf = (tag: Tags[number], names: string[]) =>
  names.some((name) => (typeof tag === 'string' ? tag : tag.tag).endsWith(`:${name}`));

/**
 * What PyYAML, for which the files were written, reads as something other than text. The letters of YAML 1.1 beyond that
 * make a truth value of `y`, and numbers of serials and MAC addresses such as `08`, `12e5` and `00:11:22:33:44:55`.
 */
const noText = [
  'yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF',
  '[-+]?(?:0b[01_]+|0[0-7_]+|0x[0-9a-fA-F_]+|0|[1-9][0-9_]*(?::[0-5]?[0-9])*)',
  '(?:[-+]?[0-9][0-9_]*\\.[0-9_]*|\\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?',
  '[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*',
  '[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)',
].join('|');

const asPyYaml = (tags: Tags): Tags =>
  tags
    .filter((tag) => !isOneOf(tag, beyondJson))
    .map((tag) =>
      typeof tag === 'object' && 'test' in tag && tag.test && isOneOf(tag, ['bool', 'int', 'float'])
        ? { ...tag, test: new RegExp(`(?=^(?:${noText})$)(?:${tag.test.source})`) }
        : tag,
    );

/** The data that a file of JSON or YAML holds. Throws an error that says what is wrong with it. */
export function readDocument(path: string, text: string): unknown {
  const value: unknown = path.endsWith('.json') ? readJson(text) : readYaml(text);
  if (isDeeper(value, gitLimits.nesting)) throw new Error(`The data are nested more than ${gitLimits.nesting} levels.`);
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null, (_key, inner) => exactly(inner)));
  if (!isStorableJson(plain)) throw new Error('The data hold characters that cannot be stored.');
  return plain;
}

const unsafeNumber = () =>
  new Error(`Whole numbers beyond ${Number.MAX_SAFE_INTEGER} would be changed here: write them as text.`);

/** Whole numbers that a double would change are refused, as they are where the API reads data. */
function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (holdsUnsafeNumbers(text)) throw unsafeNumber();
  return value;
}

function exactly(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (!Number.isSafeInteger(Number(value))) throw unsafeNumber();
  return Number(value);
}

/** As YAML 1.1, which is what the files were written for: `yes` is true, and `<<` takes over from elsewhere. */
const readYaml = (text: string): unknown =>
  parse(text, {
    version: '1.1',
    customTags: asPyYaml,
    intAsBigInt: true,
    maxAliasCount: 100,
    prettyErrors: true,
    logLevel: 'error',
  });

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
