import { type Sql, sql } from '@plumbline/store';
import { LRUCache } from 'lru-cache';
import type { Engine } from '../core/engine';
import { perCatalog } from '../core/kept/perCatalog';

/** Clients choose what to sort by, so the number of shapes has no end of its own. */
const atMost = 1000;

/** Parts of statements that are the same whatever is asked for, put together once by a process for each shape. */
export class PlanCache<Plan extends { isOrderedAbroad: boolean }> {
  private readonly plansOf = perCatalog(() => new LRUCache<string, Plan>({ max: atMost }));

  /** The plan of this key, which says all that it depends on. */
  async of(engine: Engine, key: string, make: () => Promise<Plan>): Promise<Plan> {
    const known = this.plansOf(engine);
    const plan = known.get(key) ?? (await make());
    // Orders that another service tells change with its objects, and hold their ids.
    if (!plan.isOrderedAbroad) known.set(key, plan);
    return plan;
  }
}

const whole = sql.fragment``;

/** The statement of a plan for the rows that match; what bounds a page comes last. */
export const statementOf = ({ select, order }: { select: Sql; order: Sql }, condition: Sql, page: Sql = whole): Sql =>
  sql.fragment`${select} WHERE ${condition} ${order} ${page}`;
