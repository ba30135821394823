import { parseJson } from './jsonText';
import { Problem } from './problem';

/**
 * What is wrong with JSON that a text holds as the value of a field, in a cell of a table or a part of a form: what would be wrong with it in
 * a body of JSON. Undefined: nothing. Throws a 413 for more values than a body may hold.
 */
export function faultInJson(name: string, text: string): string | undefined {
  try {
    parseJson(Buffer.from(`{${JSON.stringify(name)}:${text}}`), { isData: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    const told = error.body as Record<string, string | string[]>;
    return [told.detail ?? told[name]!].flat()[0];
  }
}
