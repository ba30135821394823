import { isRecord } from '../api/types';

/** A part of a panel: what the application of others answers, as far as it is known here. */
export type PanelBlock =
  | { kind: 'fields'; rows: { label: string; value: unknown }[] }
  | { kind: 'table'; columns: string[]; rows: unknown[][] }
  | { kind: 'text'; text: string };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What there is to show of an answer; what is not known here, or is not as it should be, is left out. */
export const blocksOf = (answer: unknown): PanelBlock[] =>
  listOf(isRecord(answer) ? answer.blocks : undefined).flatMap((block): PanelBlock[] => {
    if (!isRecord(block)) return [];
    if (block.kind === 'text' && typeof block.text === 'string') return [{ kind: 'text', text: block.text }];
    if (block.kind === 'fields')
      return [
        {
          kind: 'fields',
          rows: listOf(block.rows).flatMap((row) =>
            isRecord(row) ? [{ label: String(row.label), value: row.value }] : [],
          ),
        },
      ];
    if (block.kind === 'table')
      return [
        {
          kind: 'table',
          columns: listOf(block.columns).map(String),
          rows: listOf(block.rows).map((row) => listOf(row)),
        },
      ];
    return [];
  });
