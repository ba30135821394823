/** A table for a terminal: a line each, columns as wide as their longest cell. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(harmless))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) => `${line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

/** What users have written of themselves does not move the cursor of whoever reads it. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
