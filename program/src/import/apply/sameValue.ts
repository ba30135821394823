/** Whether what is here (as the API shows it) is what is wanted (as it would be sent). */
export function sameValue(here: unknown, wanted: unknown): boolean {
  const shown = plain(here);
  if (wanted === null || wanted === undefined || wanted === '')
    return shown === null || shown === undefined || shown === '';
  if (typeof wanted === 'number') return shown !== null && shown !== '' && Number(shown) === wanted;
  if (typeof wanted === 'string') return sameText(shown, wanted);
  if (Array.isArray(wanted)) return Array.isArray(shown) && sameList(shown.map(plain), wanted);
  if (typeof wanted === 'object') return sameJson(here, wanted);
  return shown === wanted;
}

/** What stands for a related object or a choice in what is sent. */
function plain(shown: unknown): unknown {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return shown;
  const { id, value, label } = shown as { id?: unknown; value?: unknown; label?: unknown };
  if (id !== undefined) return id;
  return label !== undefined && value !== undefined ? value : shown;
}

const sameText = (shown: unknown, wanted: string): boolean => String(shown ?? '').trim() === wanted.trim();

/** Lists of related objects and labels have no order of their own. */
function sameList(shown: unknown[], wanted: unknown[]): boolean {
  if (shown.length !== wanted.length) return false;
  const texts = (list: unknown[]) => list.map((one) => JSON.stringify(sorted(one))).sort();
  const [a, b] = [texts(shown), texts(wanted)];
  return a.every((text, index) => text === b[index]);
}

/** Whether two values are the same JSON, in whatever order their keys are. */
export const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
