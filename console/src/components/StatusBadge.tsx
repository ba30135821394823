import { isRecord } from '../api/types';
import { Named } from './Named';
import classes from './StatusBadge.module.css';

/** Whether an object is shown by its colour: a status, a role, a tag. */
export const isColored = (value: unknown): value is { color: string; display: string; object_type: string } =>
  isRecord(value) &&
  typeof value.color === 'string' &&
  /^[0-9a-f]{6}$/i.test(value.color) &&
  typeof value.display === 'string';

/** A status, a role or a tag: its name beside its colour, so that any colour can be read. */
export function StatusBadge({ name, color }: { name: string; color: string }) {
  return (
    <span className={classes.badge} style={{ '--color': `#${color}` } as React.CSSProperties}>
      <span className={classes.dot} />
      <Named text={name} />
    </span>
  );
}
