import { usePath } from '../../api/objects';
import { searchOf } from '../../api/request';
import { Attention } from '../../components/Attention';
import { Moment } from '../../components/Moment';

interface Failures {
  webhooks: { id: string; name: string; failed: number; last: string }[];
  git_repositories: { id: string; name: string; job_result: string; last: string }[];
}

/** Webhooks that could not tell what they were to tell, and repositories whose last sync has failed. */
export function Failures() {
  const { data } = usePath<Failures>('/api/extras/failures/');
  if (!data) return null;
  const { webhooks, git_repositories: repositories } = data;
  const listOf = (path: string, failing: { id: string }[]) =>
    `${path}?${searchOf({ id: failing.map(({ id }) => id) })}`;
  return (
    <>
      <Attention
        title="Webhooks that failed"
        list={listOf('/extras/webhooks/', webhooks)}
        lines={webhooks.map(({ id, name, failed, last }) => ({
          key: id,
          name,
          path: `/extras/webhooks/${id}/deliveries/`,
          after: (
            <>
              {failed.toLocaleString('en')}, <Moment value={last} />
            </>
          ),
        }))}
      />
      <Attention
        title="Git repositories that failed to sync"
        list={listOf('/extras/git-repositories/', repositories)}
        lines={repositories.map(({ id, name, job_result, last }) => ({
          key: id,
          name,
          path: `/extras/job-results/${job_result}/`,
          after: <Moment value={last} />,
        }))}
      />
    </>
  );
}
