import { Badge, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { useMe } from '../../api/me';
import { objectPath } from '../../api/objects';
import { type ApiObject, isRelated, type RelatedObject } from '../../api/types';
import { useNavigateFromHere } from '../../api/useNavigateFromHere';
import type { ObjectProps } from '../registration';
import { ActionButton } from './ActionButton';
import { isOver } from './JobLog';

/** What can be done with a run: to end it. */
export function JobResultActions({ model, object }: ObjectProps) {
  if (isOver(object)) return null;
  return (
    <ActionButton
      label="Cancel the run"
      question="End this run?"
      path={`${objectPath(model, object.id)}cancel/`}
      onDone={() => notifications.show({ title: 'It is ended', message: 'What it has done stays as it is.' })}
    />
  );
}

/** Whether a scheduled job waits for somebody's word, and whose. */
export function Approval({ object }: ObjectProps) {
  const me = useMe();
  if (object.approval_required !== true) return null;
  const by = object.approved_by_user;
  if (isRelated(by)) return <Badge color="verdigris">Approved by {by.display}</Badge>;
  const isOwn = isRelated(object.user) && object.user.id === me.id;
  return <Badge color="brass">{isOwn ? 'Waits for approval by somebody else' : 'Waits for approval'}</Badge>;
}

/** What can be done with a scheduled job: to let it run or not, and to try it. */
export function ScheduledJobActions({ model, object }: ObjectProps) {
  const me = useMe();
  const navigate = useNavigateFromHere();
  const waits = object.approval_required === true && !object.approved_by_user;
  const isOwn = isRelated(object.user) && object.user.id === me.id;
  const path = objectPath(model, object.id);
  const isPast = Date.parse(String(object.start_time)) < Date.now();
  return (
    <>
      <ActionButton<ApiObject>
        label="Dry run"
        path={`${path}dry-run/`}
        onDone={({ id }) => navigate(`/extras/job-results/${id}/`)}
      />
      {waits && (
        <ActionButton
          label="Deny"
          question="Remove this request?"
          path={`${path}deny/`}
          onDone={() => navigate(model.url)}
        />
      )}
      {waits && !isOwn && (
        <ActionButton
          label="Approve"
          variant="filled"
          path={`${path}approve/`}
          {...(isPast ? { question: 'Its time is over. Run it at once?', query: { force: 'true' } } : {})}
          onDone={() => notifications.show({ title: 'It is approved', message: 'It runs when its time comes.' })}
        />
      )}
    </>
  );
}

/** Takes over what is in a repository now. */
export function RepositoryActions({ model, object }: ObjectProps) {
  const navigate = useNavigateFromHere();
  return (
    <ActionButton<{ message: string; job_result?: RelatedObject }>
      label="Sync"
      path={`${objectPath(model, object.id)}sync/`}
      onDone={({ message, job_result: result }) => {
        notifications.show({ title: object.display, message });
        if (result) navigate(`/extras/job-results/${result.id}/`);
      }}
    />
  );
}

/** Leads from a saved query to where it is asked. */
export function AskQuery({ object }: ObjectProps) {
  return (
    <Button variant="default" component={Link} to={`/graphql/?saved=${object.id}`}>
      Ask
    </Button>
  );
}
