import type { Database } from '../database';
import { sql } from '../sql';

/** How far a primary had written at a moment. */
export interface Sample {
  /** When, or a little earlier: milliseconds of `performance.now()`. */
  at: number;
  position: bigint;
  /** Which cluster it is, and how often it has been taken over. */
  system: string;
  timeline: number;
}

const asked = sql.unsafe`
  SELECT system.system_identifier::text AS system, checkpoint.timeline_id AS timeline,
    pg_current_wal_insert_lsn()::text AS position, current_setting('wal_block_size')::int AS block
  FROM pg_control_system() AS system, pg_control_checkpoint() AS checkpoint`;

/** Bytes at the beginning of a block of the log that are no record. */
const blockHeader = 24n;

/** Asks a primary how far it has written; everything committed before the question is before that. */
export async function writtenUpTo(primary: Database): Promise<Sample> {
  const at = performance.now();
  const found = await primary.first<{ system: string; timeline: number; position: string; block: number }>(asked);
  const { position, block, system, timeline } = found!;
  return { at, system, timeline, position: endOfRecord(readPosition(position), BigInt(block)) };
}

/** Where the next record will be, at the beginning of a block, is behind its header; the last one ended before it. */
const endOfRecord = (position: bigint, block: bigint): bigint =>
  position % block === blockHeader ? position - blockHeader : position;

/** Reads a position as PostgreSQL writes it: two hexadecimal halves. */
export function readPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
