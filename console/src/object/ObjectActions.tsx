import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isConflict, messageOf } from '../api/apiError';
import { ifMatch, objectPath, objectQuery, useWrite } from '../api/objects';
import { addressOf } from '../api/request';
import { useNavigateFromHere } from '../api/useNavigateFromHere';
import { Confirm } from '../components/Confirm';
import { Icon } from '../components/Icon';
import { pageOf } from '../components/ObjectLink';
import type { ObjectProps } from '../pages/registration';
import { copyForms } from './copyForms';
import { copyText } from './copyText';

/** What can be done with any object: edit, delete, copy it in the language of whoever needs it. */
export function ObjectActions({ model, object, etag }: ObjectProps) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigateFromHere();
  const { mutate, error, isPending, reset } = useWrite(() => {
    notifications.show({ message: `${object.display} is deleted.` });
    navigate(model.url);
  });
  const client = useQueryClient();
  const remove = () =>
    mutate(
      {
        method: 'DELETE',
        path: objectPath(model, object.id),
        headers: ifMatch(etag),
      },
      {
        // It is shown as it is now, and that is what is deleted when they say so again.
        onError: (problem) => {
          if (isConflict(problem)) void client.invalidateQueries({ queryKey: objectQuery(model, object.id).queryKey });
        },
      },
    );
  const copy = async (label: string, text: string) => {
    const isCopied = await copyText(text);
    notifications.show(
      isCopied
        ? { message: `${label} is in the clipboard.` }
        : { color: 'red', message: `It could not be copied: ${text}` },
    );
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label="Copy and more">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Copy</Menu.Label>
          {copyForms(model, object).map(({ label, text }) => (
            <Menu.Item key={label} leftSection={<Icon name="copy" size={14} />} onClick={() => void copy(label, text)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            component="a"
            href={addressOf(objectPath(model, object.id))}
            target="_blank"
            leftSection={<Icon name="code" size={14} />}
          >
            Open in the API
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {model.may.includes('delete') && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => {
            reset();
            setAsked(true);
          }}
        >
          Delete
        </Button>
      )}
      {model.may.includes('change') && (
        <Button
          component={Link}
          to={`${pageOf(object.url)}edit/`}
          leftSection={<Icon name="edit" size={14} />}
          aria-keyshortcuts="e"
        >
          Edit
        </Button>
      )}
      {isAsked && (
        <Confirm
          title={`Delete ${object.display}?`}
          action="Delete"
          isBusy={isPending}
          error={error ? refusalOf(error) : undefined}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          What belongs to it goes along; what it is needed by keeps it from going. It stays in the change log.
        </Confirm>
      )}
    </>
  );
}

const refusalOf = (error: unknown): string =>
  isConflict(error)
    ? 'Somebody else has changed it meanwhile. The page shows it as it is now; delete it again if it is still to go.'
    : messageOf(error);
