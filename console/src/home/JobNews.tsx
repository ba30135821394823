import { Anchor, Badge, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useModels } from '../api/models';
import { useList } from '../api/objects';
import type { ApiObject, Choice } from '../api/types';
import { Moment } from '../components/Moment';
import { Named } from '../components/Named';
import { pageOf } from '../components/ObjectLink';
import { Section } from '../components/Section';
import classes from './HomePage.module.css';

interface JobResult extends ApiObject {
  name: string;
  status: Choice;
  date_created: string;
}

/** Runs that are shown. */
const most = 6;

const colors: Record<string, string> = { SUCCESS: 'verdigris', FAILURE: 'red', STARTED: 'brass', PENDING: 'gray' };

/** The jobs that ran last, and how they ended. */
export function JobNews() {
  const results = useModels().find('extras.jobresult');
  const { data } = useList<JobResult>(
    results ?? { url: '' },
    { limit: most, sort: '-date_created' },
    results !== undefined,
  );
  return (
    <Section
      title="Jobs"
      after={
        <Anchor component={Link} to={results?.url ?? '/'} size="xs">
          All
        </Anchor>
      }
    >
      {data === undefined && <Skeleton height={120} />}
      {data?.results.length === 0 && <Text c="dimmed">No job has run yet.</Text>}
      <ul className={classes.lines}>
        {data?.results.map((result) => (
          <li key={result.id}>
            <span className={classes.line}>
              <Badge variant="dot" color={colors[String(result.status.value)] ?? 'gray'}>
                {result.status.label}
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
    </Section>
  );
}
