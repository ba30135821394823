import { Text } from '@mantine/core';
import { useModels } from '../../api/models';
import { useList } from '../../api/objects';
import { isRecord } from '../../api/types';
import { type JobResult, JobRuns } from '../../components/JobRuns';
import type { ObjectProps } from '../registration';

/** Runs of the job that are looked through for those of one repository. */
const lookedThrough = 100;
/** Runs that are shown. */
const shown = 8;

/** The last syncs of a repository, dry runs too, with the way to their logs. */
export function Syncs({ object }: ObjectProps) {
  const results = useModels().find('extras.jobresult');
  const { data } = useList<JobResult>(
    results ?? { url: '' },
    { job_model: ['Git Repository: Sync', 'Git Repository: Dry-Run'], sort: '-date_created', limit: lookedThrough },
    results !== undefined,
  );
  const runs = (data?.results ?? [])
    .filter(({ task_kwargs: given }) => isRecord(given) && given.repository === object.id)
    .slice(0, shown);
  if (!data) return null;
  return runs.length === 0 ? (
    <Text size="sm" c="dimmed">
      It was not synced yet.
    </Text>
  ) : (
    <JobRuns runs={runs} />
  );
}
