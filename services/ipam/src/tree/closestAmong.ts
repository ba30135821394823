import type { Row } from '@plumbline/model';
import { bitsOf, toNumber, type Version } from '../addresses/numbers';

interface Around {
  id: string;
  prefix: string;
}

/** A prefix row as a range of one version's addresses in a namespace. */
interface Block {
  row: Row;
  space: string;
  length: number;
  first: bigint;
  last: bigint;
}

/** For each prefix row the closest one around it among the same rows. */
export function closestAmong(rows: readonly Row[]): (Around | undefined)[] {
  const closest = new Map<Row, Around | undefined>();
  // In this order a block is followed by those in it: what is around the next one is among those that are still open.
  const open: Block[] = [];
  for (const block of rows.map(blockOf).sort(outerFirst)) {
    while (open.length > 0 && !isAround(open.at(-1)!, block)) open.pop();
    const around = open.at(-1)?.row;
    closest.set(block.row, around && { id: String(around.id), prefix: String(around.prefix) });
    open.push(block);
  }
  return rows.map((row) => closest.get(row));
}

function blockOf(row: Row): Block {
  const version = row.ip_version as Version;
  const length = Number(row.prefix_length);
  const first = toNumber(String(row.network));
  const last = first | ((1n << BigInt(bitsOf(version) - length)) - 1n);
  return { row, space: `${row.namespace} ${version}`, length, first, last };
}

function outerFirst(one: Block, other: Block): number {
  if (one.space !== other.space) return one.space < other.space ? -1 : 1;
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  return one.length - other.length;
}

const isAround = (outer: Block, inner: Block): boolean =>
  outer.space === inner.space && outer.length < inner.length && inner.first <= outer.last;
