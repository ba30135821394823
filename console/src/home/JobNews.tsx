import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useModels } from '../api/models';
import { useList } from '../api/objects';
import { type JobResult, JobRuns } from '../components/JobRuns';
import { Section } from '../components/Section';

/** Runs that are shown. */
const most = 6;

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
      <JobRuns runs={data?.results ?? []} />
    </Section>
  );
}
