import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { useList, useWrite } from '../api/objects';
import { type ApiObject, isRelated } from '../api/types';
import { Confirm } from '../components/Confirm';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import { nameOf } from '../components/ObjectLink';
import type { ObjectProps } from '../pages/registration';

interface JobButton extends ApiObject {
  name: string;
  text: string;
  weight: number;
  confirmation: boolean;
  job: { id: string };
}

/** Buttons that somebody has given to objects of this model, each of which runs a job about the object. */
export function JobButtons({ model, object }: ObjectProps) {
  const models = useModels();
  const buttons = models.find('extras.jobbutton');
  const jobs = models.find('extras.job');
  const { data } = useList<JobButton>(
    buttons ?? { url: '' },
    { content_types: model.label, limit: 50, depth: 1 },
    (buttons?.may.includes('view') ?? false) && jobs !== undefined,
  );
  const [asked, setAsked] = useState<JobButton>();
  const { mutate, error, isPending, reset } = useWrite();
  const run = (button: JobButton) =>
    mutate(
      {
        method: 'POST',
        path: `/api${jobs?.url}${button.job.id}/run/`,
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
  return (
    <>
      {(data?.results ?? []).map((button) => (
        <Button
          key={button.id}
          variant="default"
          leftSection={<Icon name="job" size={13} />}
          title={isRelated(button.job) ? nameOf(button.job) : button.name}
          onClick={() => {
            reset();
            if (button.confirmation) setAsked(button);
            else run(button);
          }}
        >
          <Named text={textOf(button)} />
        </Button>
      ))}
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

/** What stands on a button: its text, unless that is a template, which only the server renders. */
const textOf = ({ text, name }: JobButton): string => (/\{[{%]/.test(text) || text === '' ? name : text);
