import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { usePath, useWrite } from '../api/objects';
import { Confirm } from '../components/Confirm';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import type { ObjectProps } from '../pages/registration';
import { type GivenButton, GivenButtons } from './GivenButtons';

interface JobButton extends GivenButton {
  confirmation: boolean;
  /** The id of the job it runs. */
  job: string;
}

/** Buttons that somebody has given to objects of this model, each of which runs a job about the object. */
export function JobButtons({ model, object }: ObjectProps) {
  const models = useModels();
  const buttons = models.find('extras.jobbutton');
  const jobs = models.find('extras.job');
  const { data = [] } = usePath<JobButton[]>(
    '/api/extras/rendered-job-buttons/',
    { content_type: model.label, object_id: object.id },
    (buttons?.may.includes('view') ?? false) && jobs !== undefined,
  );
  const [asked, setAsked] = useState<JobButton>();
  const { mutate, error, isPending, reset } = useWrite();
  const run = (button: JobButton) => {
    if (isPending) return;
    mutate(
      {
        method: 'POST',
        path: `/api${jobs?.url}${button.job}/run/`,
        body: { data: { object_pk: object.id, object_model_name: model.label } },
      },
      {
        onSuccess: () => {
          setAsked(undefined);
          notifications.show({ message: `${button.name} has started.` });
        },
        onError: (problem) => {
          if (!button.confirmation) notifications.show({ color: 'red', message: messageOf(problem) });
        },
      },
    );
  };
  return (
    <>
      <GivenButtons
        given={data}
        isBusy={isPending}
        icon={<Icon name="job" size={13} />}
        actOf={(button) => ({
          onClick: () => {
            reset();
            if (button.confirmation) setAsked(button);
            else run(button);
          },
        })}
      />
      {asked && (
        <Confirm
          title={`Run ${asked.name}?`}
          action="Run"
          isBusy={isPending}
          error={error ? messageOf(error) : undefined}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(undefined)}
        >
          It is run about <Named text={object.display} />.
        </Confirm>
      )}
    </>
  );
}
