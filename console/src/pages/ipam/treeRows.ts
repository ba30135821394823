import type { Level, Prefix, Use } from './levels';
import { type Block, byPlace, readBlock } from './networks';

/** One row of the tree. */
export type TreeRow =
  | { kind: 'namespace'; key: string; depth: number; name: string }
  | {
      kind: 'prefix';
      key: string;
      depth: number;
      prefix: Prefix;
      use: Use | undefined;
      isOpen: boolean;
      mayOpen: boolean;
      isLoading: boolean;
    }
  | { kind: 'free'; key: string; depth: number; block: Block; text: string; parent: Prefix }
  /** From here on prefixes are left out between the free blocks. */
  | { kind: 'gaps'; key: string; depth: number; left: number }
  | { kind: 'more'; key: string; depth: number; left: number; query: string };

/** The rows of a tree as far as it is open, from the top. */
export function treeRows(
  top: Level,
  root: Prefix | undefined,
  open: ReadonlySet<string>,
  levelOf: (id: string) => Level | undefined,
  showsFree: boolean,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (level: Level, parent: Prefix | undefined, depth: number) => {
    const all: { block: Block; prefix?: Prefix; text: string }[] = level.prefixes.map((prefix) => ({
      block: readBlock(prefix.prefix),
      prefix,
      text: prefix.prefix,
    }));
    if (showsFree && parent) {
      all.push(...level.free.map((text) => ({ block: readBlock(text), text })));
      all.sort((a, b) => byPlace(a.block, b.block));
    }
    const left = level.count - level.prefixes.length;
    const last = level.prefixes.at(-1);
    let namespace: unknown;
    for (const [index, { block, prefix, text }] of all.entries()) {
      if (!prefix) {
        rows.push({ kind: 'free', key: `free ${parent!.id} ${text}`, depth, block, text, parent: parent! });
        continue;
      }
      if (parent === undefined && prefix.namespace.id !== namespace) {
        namespace = prefix.namespace.id;
        rows.push({ kind: 'namespace', key: `namespace ${namespace}`, depth: 0, name: prefix.namespace.display ?? '' });
      }
      const use = level.uses.get(prefix.id);
      const isOpen = open.has(prefix.id);
      const below = isOpen ? levelOf(prefix.id) : undefined;
      rows.push({
        kind: 'prefix',
        key: prefix.id,
        depth,
        prefix,
        use,
        isOpen,
        mayOpen: use === undefined || use.prefix_count > 0 || prefix.type.value === 'container',
        isLoading: isOpen && below === undefined,
      });
      if (below) add(below, prefix, depth + 1);
      if (prefix === last && left > 0 && index < all.length - 1)
        rows.push({ kind: 'gaps', key: `gaps ${parent?.id}`, depth, left });
    }
    if (left > 0)
      rows.push({
        kind: 'more',
        key: `more ${parent?.id}`,
        depth,
        left,
        query: level.query,
      });
  };
  add(top, root, 0);
  return rows;
}
