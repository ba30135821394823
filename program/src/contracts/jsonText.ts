const width = 120;

/**
 * A JSON value as it is reviewed: what fits in a line stands in one, and so does every parameter of an operation, however
 * long it is.
 */
export const jsonText = (value: unknown): string => `${textOf(value, '', '')}\n`;

/** A value that begins after `lead`, in lines that are indented. */
function textOf(value: unknown, lead: string, indent: string): string {
  const line = lineOf(value);
  if (typeof value !== 'object' || value === null || lead.length + line.length < width) return line;
  const deeper = `${indent}  `;
  const block = (parts: string[], [open, close]: string) => `${open}\n${parts.join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value))
    return block(
      value.map((item) => deeper + textOf(item, deeper, deeper)),
      '[]',
    );
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return block(
    entries.map(([key, item]) => {
      const start = `${deeper}${JSON.stringify(key)}: `;
      return start + (key === 'parameters' && Array.isArray(item) ? lines(item, deeper) : textOf(item, start, deeper));
    }),
    '{}',
  );
}

/** A list with a line for each of its items. */
const lines = (items: unknown[], indent: string): string =>
  items.length === 0 ? '[]' : `[\n${items.map((item) => `${indent}  ${lineOf(item)}`).join(',\n')}\n${indent}]`;

function lineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${lineOf(item)}`).join(', ')} }`;
}
