import {
  changeContext,
  type Engine,
  inTransaction,
  keepFiles,
  removeObjects,
  systemScope,
  type UnitOfWork,
  unitOfWork as workOf,
} from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { DatabaseUnavailable, foreignKeyViolation, sql, uniqueViolation } from '@plumbline/store';
import { type Defaults, lateFields, mergeDefaults, putRows, reach } from '@plumbline/upkeep';
import { LineError } from './lineError';
import type { Entry } from './readLine';

export interface Target {
  engine: Engine;
  source: string;
}

/**
 * Puts objects of one model in place, all or none, and notes how far the file has come; answers what is left of the
 * defaults.
 */
export async function putChunk(target: Target, chunk: [Entry, ...Entry[]], defaults: Defaults): Promise<Defaults> {
  const work = workOf(target.engine, systemScope());
  const [{ model }] = chunk;
  const last = chunk.at(-1)!.line;
  try {
    return await inTransaction(work, async (inner) => {
      const { left, emptied } = await put(inner, model, chunk, defaults);
      const incomplete = emptied ? { incomplete: model.label } : {};
      await reach(inner, target.source, { rows: last, defaults: left, ...incomplete });
      return left;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const culprit = await firstThatFails(work, model, chunk, defaults);
    throw new LineError(culprit.line, `${model.label} ${culprit.row.id}: ${reasonOf(error)}`);
  }
}

async function put(
  work: UnitOfWork,
  model: Model,
  chunk: Entry[],
  defaults: Defaults,
): Promise<{ left: Defaults; emptied: boolean }> {
  const rows = chunk.map(({ row }) => row);
  const incomplete = chunk.filter(({ tellsHidden }) => !tellsHidden).map(({ row }) => row);
  if (incomplete.length > 0) for (const complete of model.deriveHidden) await complete(incomplete, changeContext(work));
  await keepFiles(
    work,
    chunk.flatMap(({ files }) => files),
  );
  const left = await mergeDefaults(work, model, rows, defaults);
  return { left, emptied: await putRows(work, model, rows, lateFields(work.engine, model)) };
}

/** Thrown to keep nothing of an attempt. */
class Attempted extends Error {}

/** Finds the line that stands in the way, by trying ever smaller parts of the chunk. */
async function firstThatFails(
  work: UnitOfWork,
  model: Model,
  chunk: [Entry, ...Entry[]],
  defaults: Defaults,
): Promise<Entry> {
  const succeeds = async (count: number): Promise<boolean> => {
    try {
      await inTransaction(work, async (inner) => {
        await put(inner, model, chunk.slice(0, count), defaults);
        await inner.sql.run(sql.unsafe`SET CONSTRAINTS ALL IMMEDIATE`);
        throw new Attempted();
      });
    } catch (error) {
      return error instanceof Attempted;
    }
    return false;
  };
  let [good, bad] = [0, chunk.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await succeeds(middle)) good = middle;
    else bad = middle;
  }
  return chunk[bad - 1]!;
}

/** In words, what the database has against an object. */
function reasonOf(error: unknown): string {
  const violation = uniqueViolation(error) ?? foreignKeyViolation(error);
  if (violation) return violation.detail;
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds that a deletion may take, with all that goes along. */
const aWhile = 10 * 60_000;

/** Takes objects away with all that hangs on them, as a client's request would. */
export async function removeChunk({ engine, source }: Target, chunk: [Entry, ...Entry[]]): Promise<void> {
  const [{ model, line }] = chunk;
  const work: UnitOfWork = { ...workOf(engine, systemScope(aWhile)), unawaited: true };
  try {
    await removeObjects(
      work,
      model,
      chunk.map(({ row }) => row.id as string),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new LineError(line, `${model.label}: ${JSON.stringify(error.body)}`);
  }
  await reach(work, source, { rows: chunk.at(-1)!.line });
}
