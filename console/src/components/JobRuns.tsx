import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from 'react-router';
import { capitalized } from '../api/models';
import type { ApiObject, Choice } from '../api/types';
import classes from './JobRuns.module.css';
import { Moment } from './Moment';
import { Named } from './Named';
import { pageOf } from './ObjectLink';

/** A run of a job. */
export interface JobResult extends ApiObject {
  name: string;
  status: Choice;
  date_created: string;
}

const colors: Record<string, string> = { SUCCESS: 'verdigris', FAILURE: 'red', STARTED: 'brass', PENDING: 'gray' };

/** Runs of jobs, one a line: how it ended, what it was, when. */
export function JobRuns({ runs }: { runs: JobResult[] }) {
  return (
    <ul className={classes.lines}>
      {runs.map((result) => (
        <li key={result.id}>
          <span className={classes.line}>
            <Badge variant="dot" color={colors[String(result.status.value)] ?? 'gray'}>
              {capitalized(result.status.label.toLowerCase())}
            </Badge>{' '}
            <Anchor component={Link} to={pageOf(result.url)} inherit>
              <Named text={result.name} />
            </Anchor>
          </span>
          <Text span size="xs" c="dimmed">
            <Moment value={result.date_created} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
