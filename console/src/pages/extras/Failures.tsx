import type { ReactNode } from 'react';
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
  const failing = <T extends { id: string; name: string }>(
    title: string,
    list: string,
    found: T[],
    line: (one: T) => { path: string; after: ReactNode },
  ) => (
    <Attention
      title={title}
      list={`${list}?${searchOf({ id: found.map(({ id }) => id) })}`}
      lines={found.map((one) => ({ key: one.id, name: one.name, ...line(one) }))}
    />
  );
  return (
    <>
      {failing('Webhooks that failed', '/extras/webhooks/', webhooks, ({ id, failed, last }) => ({
        path: `/extras/webhooks/${id}/deliveries/`,
        after: (
          <>
            {failed.toLocaleString('en')} failed, <Moment value={last} />
          </>
        ),
      }))}
      {failing(
        'Git repositories that failed to sync',
        '/extras/git-repositories/',
        repositories,
        ({ job_result, last }) => ({
          path: `/extras/job-results/${job_result}/`,
          after: <Moment value={last} />,
        }),
      )}
    </>
  );
}
