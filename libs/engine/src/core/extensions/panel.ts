import type { Criteria, Label, Row } from '@plumbline/model';
import { z } from 'zod/v4';

/** What a view shows on the page of an object of some model, for clients that make such pages. */
export interface PanelFacts {
  /** The model on whose objects' pages it is. */
  of: Label;
  title: string;
  /** The model whose objects it shows: who may view none of them is not offered it. */
  shows: Label;
}

/** An object that a panel names, and leads to. */
const link = z.strictObject({
  object_type: z.string(),
  id: z.union([z.string(), z.number()]),
  display: z.string().max(1000),
});
const value = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null(), link]);
const label = z.string().max(200);

const fields = z.strictObject({
  kind: z.literal('fields'),
  rows: z.array(z.strictObject({ label, value })).max(100),
});
const table = z
  .strictObject({
    kind: z.literal('table'),
    columns: z.array(label).min(1).max(20),
    rows: z.array(z.array(value)).max(500),
  })
  .refine(
    ({ columns, rows }) => rows.every((row) => row.length === columns.length),
    'A row has a value for each column.',
  );
const text = z.strictObject({ kind: z.literal('text'), text: z.string().max(100_000) });

/** What a panel consists of, one below the other. It is data: whoever shows it knows how, and runs nothing of it. */
export const panelBlocks = z.array(z.discriminatedUnion('kind', [fields, table, text])).max(20);

export type PanelValue = z.infer<typeof value>;
export type PanelBlock = z.infer<typeof panelBlocks>[number];

/** What a panel is asked for: an object, and whoever looks at it. */
export interface PanelRequest {
  id: string;
  /** Objects of any model that whoever looks may view: `display` and dotted paths are values too. At most 500. */
  select(of: Label, criteria: Criteria, values: string[]): Promise<Row[]>;
}

/** What a service shows on the pages of objects, its own or those of others. */
export interface PanelDefinition extends PanelFacts {
  /** Where the URLs of its service begin below `/api/`, as its models have it. */
  root: string;
  /** The last segment of its URL: `/api/<root>/panels/<name>/?id=…`. */
  name: string;
  description: string;
  /** What there is to show of an object; nothing is shown where there are no blocks. */
  show(request: PanelRequest): Promise<PanelBlock[]>;
}
