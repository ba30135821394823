import { execFileSync } from 'node:child_process';
import * as model from '@plumbline/model';
import { root } from '../program/root';

const sources = ['libs/*/src/*.ts', 'services/*/src/*.ts', 'gateway/src/*.ts', 'program/src/*.ts'];

/** Lines outside the files of kinds that match. */
function grep(pattern: string): string[] {
  try {
    const pathspecs = [...sources, ':!libs/model/src/kinds'];
    return execFileSync('git', ['grep', '-nP', pattern, '--', ...pathspecs], { cwd: root })
      .toString()
      .trim()
      .split('\n');
  } catch (error) {
    // Nothing matches.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

describe('Nobody asks which kind a field is of: a kind says what it can do (docs/adr/0054)', () => {
  test('kinds have no names', () => {
    const { kind } = model.f.text();
    // @ts-expect-error there is nothing to compare
    expect(kind.name).toBeUndefined();
    expect(grep(String.raw`\bkind\??\.source\b`).length).toBeGreaterThan(10);
    // A table called `kind` is none of these.
    expect(grep(String.raw`\bkind\??\.(name|lookups)\b(?!.* FROM )`)).toEqual([]);
  });

  test('kinds themselves are not compared: nobody gets hold of one but through a field', () => {
    const isKind = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && 'parse' in value && 'wire' in value;
    expect(isKind(model.f.text().kind)).toBe(true);
    expect(Object.entries(model).filter(([, value]) => isKind(value))).toEqual([]);
    expect(grep(String.raw`\bkind [!=]== (f\.|\w+\.kind\b)`)).toEqual([]);
    expect(grep('model/src/kinds/')).toEqual([]);
  });
});
