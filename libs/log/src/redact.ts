const secretKey = /authorization|cookie|password|token|secret|api_?key|x-plumbline-identity/i;
const credentialsInUrl = /(\w:\/\/)[^\s/@:]*:[^\s/@]*@/g;
const redacted = '[redacted]';
const deepest = 8;

/**
 * Returns the value with everything under a secret-sounding key, and credentials inside URLs, replaced.
 * Copies only what changes; errors, buffers and other class instances are left as they are.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.includes('://') ? value.replace(credentialsInUrl, `$1${redacted}@`) : value;
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return redactList(value, depth);
  const prototype = Object.getPrototypeOf(value);
  const plain = prototype === null || prototype.constructor?.name === 'Object';
  return plain ? redactFields(value as Record<string, unknown>, depth) : value;
}

function redactFields(fields: Record<string, unknown>, depth: number): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const before = fields[key];
    const after = secretKey.test(key) && isText(before) ? redacted : redact(before, depth + 1);
    if (after === before) continue;
    copy ??= { ...fields };
    copy[key] = after;
  }
  return copy ?? fields;
}

function redactList(list: unknown[], depth: number): unknown {
  let changed = false;
  const copy = list.map((before) => {
    const after = redact(before, depth + 1);
    changed ||= after !== before;
    return after;
  });
  return changed ? copy : list;
}

/** Counts and flags about secrets (`tokens: 3`) say nothing worth hiding; everything else under such a key does. */
function isText(value: unknown): boolean {
  return typeof value !== 'number' && typeof value !== 'boolean' && value !== undefined && value !== null;
}
