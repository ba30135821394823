const plainKey = /^[A-Za-z_/{][\w/{}-]*$/;
/** What YAML would not read as a text, were it written without quotes. */
const words = /^(?:null|true|false|yes|no|on|off|y|n|~)$/i;

const keyText = (key: string): string =>
  plainKey.test(key) && !key.startsWith('{') && !words.test(key) ? key : JSON.stringify(key);

const isEmpty = (value: object): boolean => (Array.isArray(value) ? value : Object.keys(value)).length === 0;

/** A JSON value as YAML in block style; texts stand in quotes, in which YAML reads what JSON writes. */
export function yamlText(value: unknown): string {
  const lines: string[] = [];
  writeBlock(value, '', '', lines);
  return `${lines.join('\n')}\n`;
}

/** Writes a value whose first line begins with `lead`, and whose further lines are indented. */
function writeBlock(value: unknown, lead: string, indent: string, lines: string[]): void {
  if (typeof value !== 'object' || value === null || isEmpty(value)) {
    lines.push(`${lead}${JSON.stringify(value)}`);
    return;
  }
  let start = lead;
  if (Array.isArray(value))
    for (const item of value) {
      writeBlock(item, `${start}- `, `${indent}  `, lines);
      start = indent;
    }
  else
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      const isBlock = typeof item === 'object' && item !== null && !isEmpty(item);
      if (isBlock) {
        lines.push(`${start}${keyText(key)}:`);
        writeBlock(item, `${indent}  `, `${indent}  `, lines);
      } else lines.push(`${start}${keyText(key)}: ${JSON.stringify(item)}`);
      start = indent;
    }
}
