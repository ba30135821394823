import { everything } from '@plumbline/model';
import type { Engine, UnitOfWork } from '../core/engine';
import { findValues } from '../core/messages/ask';
import { isSpread, spreadColumn } from '../criteria/naturalKey';
import { pathTarget } from '../filter/relations';

/** One part of a related object's natural key: how headers name it, and the dotted path to it from the object. */
export interface KeyPart {
  /** `namespace__name`; for a spread part what stands before the names of the nodes. */
  header: string;
  path: string;
  /** The tree whose names, from the node up to its root, this part stands for. */
  tree?: string;
}

/** The paths to the relations that a path from an object leads through, behind the first: `device.tenant`. */
export function hopsOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(2).map((_, index) => names.slice(0, index + 2).join('.'));
}

/** The parts that name an object of a model in a table; an object without a natural key is named by its id. */
export function keyParts(engine: Engine, label: string): KeyPart[] {
  const manifest = engine.catalog.find(label);
  const naturalKey = manifest?.naturalKey ?? ['id'];
  if (naturalKey.includes('id')) return [{ header: manifest?.idHeader ?? 'pk', path: 'id' }];
  return naturalKey.map((path) => {
    if (!isSpread(path)) return { header: path.replaceAll('.', '__'), path };
    const to = path.split('.').slice(0, -1).join('.');
    const tree = to === '' ? label : pathTarget(engine, label, to);
    return {
      header: to === '' ? '' : `${to.replaceAll('.', '__')}__`,
      path: spreadColumn(path),
      ...(tree ? { tree } : {}),
    };
  });
}

/** How many nodes the deepest branch of each tree has now; one statement or call for each tree. */
export async function treeLevels(work: UnitOfWork, trees: Iterable<string>): Promise<Map<string, number>> {
  const levels = await Promise.all(
    [...new Set(trees)].map(async (tree): Promise<[string, number]> => {
      const depths = await findValues(work, tree, everything, 'tree_depth');
      return [tree, Math.max(0, ...depths.map(Number)) + 1];
    }),
  );
  return new Map(levels);
}

/** The headers of a spread part: `name`, `parent__name`, `parent__parent__name` …, one for each level of the tree. */
export function levelHeaders(part: KeyPart, levels: number): string[] {
  return Array.from({ length: levels }, (_, level) => `${part.header}${'parent__'.repeat(level)}name`);
}
