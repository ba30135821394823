import { Button, type ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { messageOf } from '../../api/apiError';
import { useWrite } from '../../api/objects';
import { Confirm } from '../../components/Confirm';

/** A button that asks something of an object: `POST` to a path. `question` is asked first, where there is one. */
export function ActionButton<T>({
  path,
  label,
  question,
  query,
  body,
  onDone,
  ...button
}: {
  path: string;
  label: string;
  question?: string;
  query?: Record<string, string>;
  body?: unknown;
  onDone: (answer: T) => void;
} & ButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const write = useWrite<T>(({ data }) => {
    setAsking(false);
    onDone(data);
  });
  const run = () =>
    write.mutate(
      { method: 'POST', path, ...(query ? { query } : {}), ...(body === undefined ? {} : { body }) },
      {
        onError: (error) => {
          if (question !== undefined) return;
          write.reset();
          notifications.show({ color: 'red', title: `${label}: refused`, message: messageOf(error) });
        },
      },
    );
  return (
    <>
      <Button
        variant="default"
        {...button}
        loading={write.isPending && !isAsking}
        onClick={() => (question === undefined ? run() : setAsking(true))}
      >
        {label}
      </Button>
      {isAsking && (
        <Confirm
          title={question ?? label}
          action={label}
          isBusy={write.isPending}
          error={write.error ? messageOf(write.error) : undefined}
          onConfirm={run}
          onClose={() => {
            setAsking(false);
            write.reset();
          }}
        />
      )}
    </>
  );
}
