import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { useList } from '../api/objects';
import { type JobResult, JobRuns } from '../components/JobRuns';
import { Section } from '../components/Section';

/** Runs that are shown. */
const most = 6;

/** The jobs that ran last, and how they ended. */
export function JobNews() {
  const results = useModels().find('extras.jobresult');
  const { data, error } = useList<JobResult>(
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
      {data === undefined && (error ? <p role="alert">{messageOf(error)}</p> : <Skeleton height={120} />)}
      {data?.results.length === 0 && <Text c="dimmed">No job has run yet.</Text>}
      <JobRuns runs={data?.results ?? []} />
    </Section>
  );
}
