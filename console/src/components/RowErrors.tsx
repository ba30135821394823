import { Alert } from '@mantine/core';
import type { RowError } from '../list/bulkErrors';
import { Named } from './Named';
import classes from './RowErrors.module.css';

/** Rows that are shown of many that are wrong. */
const most = 50;

/** Says that nothing was changed, and which rows are to blame. */
export function RowErrors({ errors, nameOf }: { errors: RowError[]; nameOf: (index: number) => string }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={`Nothing was changed: ${errors.length === 1 ? 'one row is' : `${errors.length} rows are`} not right`}
    >
      <ul className={classes.list}>
        {errors.slice(0, most).map(({ index, text }) => (
          <li key={index}>
            <b>
              <Named text={nameOf(index)} />
            </b>{' '}
            <Named text={text} />
          </li>
        ))}
      </ul>
      {errors.length > most && `… and ${errors.length - most} more.`}
    </Alert>
  );
}
