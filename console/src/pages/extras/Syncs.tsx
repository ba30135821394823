import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { useModels } from '../../api/models';
import { listQuery, modelKey } from '../../api/objects';
import { searchOf } from '../../api/request';
import { isRecord } from '../../api/types';
import { type JobResult, JobRuns } from '../../components/JobRuns';
import type { ObjectProps } from '../registration';

/** Runs of these jobs are looked through for those of one repository, the newest first: so many at a time, and at most. */
const [atATime, mostLookedThrough] = [100, 1000];
const jobs = ['Git Repository: Sync', 'Git Repository: Dry-Run'];
/** Runs that are shown. */
const shown = 8;

/** The last syncs of a repository, dry runs too, with the way to their logs. */
export function Syncs({ object }: ObjectProps) {
  const results = useModels().find('extras.jobresult');
  const { data, error } = useQuery({
    queryKey: [...modelKey(results ?? { url: '' }), 'syncs', object.id],
    enabled: results !== undefined,
    queryFn: async ({ client }) => {
      const runs: JobResult[] = [];
      for (let offset = 0; ; ) {
        const query = { job_model: jobs, sort: '-date_created', limit: atATime, offset };
        const page = await client.fetchQuery(listQuery<JobResult>(results!, query));
        runs.push(
          ...page.results.filter(({ task_kwargs: given }) => isRecord(given) && given.repository === object.id),
        );
        offset += page.results.length;
        const isWhole = page.results.length === 0 || offset >= page.count;
        if (isWhole || runs.length >= shown || offset >= mostLookedThrough)
          return { runs: runs.slice(0, shown), isWhole, lookedThrough: offset };
      }
    },
  });
  if (!results) return <Quiet>You may not see the runs of jobs.</Quiet>;
  if (error) return <Quiet>{messageOf(error)}</Quiet>;
  if (!data) return null;
  if (data.runs.length > 0) return <JobRuns runs={data.runs} />;
  if (data.isWhole) return <Quiet>It was not synced yet.</Quiet>;
  return (
    <Quiet>
      None of the last {data.lookedThrough.toLocaleString('en')} syncs was of it.{' '}
      <Link to={`${results.url}?${searchOf({ job_model: jobs })}`}>All syncs</Link>
    </Quiet>
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
