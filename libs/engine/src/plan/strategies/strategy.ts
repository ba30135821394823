import type { Criteria, Model, Row } from '@plumbline/model';
import type { RowCache, Sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import type { GroupedOrder } from './groupedOrder';

/** Which rows, and then what is to be known of them. */
export interface TwoStepPlan {
  /** Finds ids. */
  ids: Sql;
  /** What comes before the ids found, and what comes after them. */
  columns: Sql;
  from: Sql;
}

/** A statement that finds rows of a model in an order, but for which rows and how many. */
export interface ListPlan {
  select: Sql;
  order: Sql;
  /** The same in two; undefined when rows are in no order, or in one by what is only counted for the whole row. */
  twoSteps: TwoStepPlan | undefined;
  /** Set when the order is the model's own and falls into groups. */
  groupedOrder: GroupedOrder | undefined;
}

/** Which rows of a list plan. */
export interface PageBounds {
  criteria?: Criteria;
  limit?: number | undefined;
  offset?: number;
  /** What remembers the rows. */
  rowCache?: RowCache | undefined;
}

/** A page that is to be fetched, with what it takes to choose how. */
export interface PageRequest {
  work: UnitOfWork;
  model: Model;
  listPlan: ListPlan;
  /** What its rows match, in columns of this service, and the same as SQL about `t`. */
  criteria: Criteria;
  condition: Sql;
  limit: number | undefined;
  offset: number;
  rowCache: RowCache | undefined;
  /** Counts all that match. */
  count(): Promise<number>;
}

/** Rows of a page, and how to know how many there are in all. */
export interface Loaded {
  rows: Row[];
  /** The statement that counts all matches. */
  count: () => Promise<number>;
}

/** One way to fetch a page. */
export interface Strategy {
  name: string;
  /** Whether it is the way for this page, where none before it in the table is. */
  fits(request: PageRequest): boolean;
  fetch(request: PageRequest): Promise<Loaded>;
}
