import { isStorableJson } from '@plumbline/model';
import { parse, type Tags } from 'yaml';
import { gitLimits } from '../limits';

/** What only looks like a moment stays text, as in JSON; sets and binary data have no place there. */
const beyondJson = ['timestamp', 'binary', 'omap', 'pairs', 'set'];
const jsonOnly = (tags: Tags): Tags =>
  tags.filter((tag) => !beyondJson.some((name) => (typeof tag === 'string' ? tag : tag.tag).endsWith(name)));

/** The data that a file of JSON or YAML holds. Throws an error that says what is wrong with it. */
export function readDocument(path: string, text: string): unknown {
  const value: unknown = path.endsWith('.json') ? JSON.parse(text) : readYaml(text);
  if (isDeeper(value, gitLimits.nesting)) throw new Error(`The data are nested more than ${gitLimits.nesting} levels.`);
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
  if (!isStorableJson(plain)) throw new Error('The data hold characters that cannot be stored.');
  return plain;
}

/** As YAML 1.1, which is what the files were written for: `yes` is true, and `<<` takes over from elsewhere. */
const readYaml = (text: string): unknown =>
  parse(text, { version: '1.1', customTags: jsonOnly, maxAliasCount: 100, prettyErrors: true, logLevel: 'error' });

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
