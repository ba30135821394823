import type { ReactNode } from 'react';
import classes from './FieldList.module.css';

/** Names with values beside them. */
export function FieldList({ rows }: { rows: { name: string; label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.list}>
      {rows.map(({ name, label, value }) => (
        <div key={name} data-field={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
