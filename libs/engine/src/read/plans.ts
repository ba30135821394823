import { type Sql, splice, sql } from '@plumbline/store';
import type { Engine } from '../engine';

/** Clients choose what to sort by, so the number of shapes has no end of its own. */
const atMost = 1000;

/** Parts of statements that are the same whatever is asked for, put together once by a process for each shape. */
export class Plans<Plan extends { isOrderedAbroad: boolean }> {
  private readonly byEngine = new WeakMap<Engine, Map<string, Plan>>();

  /** The plan of this key, which says all that it depends on. */
  async of(engine: Engine, key: string, make: () => Promise<Plan>): Promise<Plan> {
    const known = this.byEngine.get(engine) ?? new Map<string, Plan>();
    this.byEngine.set(engine, known);
    const plan = known.get(key) ?? (await make());
    // Orders that another service tells change with its objects, and hold their ids.
    if (!plan.isOrderedAbroad) {
      if (known.size >= atMost) known.clear();
      known.set(key, plan);
    }
    return plan;
  }
}

const whereWord = sql.fragment`WHERE`;

/** The statement of a plan for the rows that match; what bounds a page comes last. */
export const statementOf = (plan: { select: Sql; order: Sql }, condition: Sql, ...page: Sql[]): Sql =>
  splice(plan.select, whereWord, condition, plan.order, ...page);
