import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, isConflict, messageOf } from '../api/apiError';
import type { Field } from '../api/description';
import { ifMatch, objectPath, readNow, useWrite, type Versioned } from '../api/objects';
import { Icon } from '../components/Icon';
import { Value } from '../components/Value';
import { useEntered } from '../form/entered';
import { FieldInput } from '../form/FieldInput';
import { isSame, sentValue } from '../form/formValues';
import type { ObjectProps } from '../pages/registration';
import classes from './EditableValue.module.css';

/** A value that can be changed where it stands. Somebody else's change meanwhile is shown, not overwritten. */
export function EditableValue({ model, object, etag, field }: ObjectProps & { field: Field }) {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState<unknown>();
  const [theirs, setTheirs] = useState<unknown>();
  /** What was there when somebody began: the page asks anew meanwhile, and would hide from them what others have changed. */
  const [base, setBase] = useState<Versioned>({ object, etag });
  useEntered(isOpen && !isSame(value, sentValue(base.object[field.name], field)));
  const client = useQueryClient();
  const write = useWrite();
  const begin = () => {
    write.reset();
    setTheirs(undefined);
    setBase({ object, etag });
    setValue(sentValue(object[field.name], field));
    setOpen(true);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSame(value, sentValue(base.object[field.name], field))) return setOpen(false);
    try {
      await write.mutateAsync({
        method: 'PATCH',
        path: objectPath(model, object.id),
        body: { [field.name]: value },
        headers: ifMatch(base.etag),
      });
      setOpen(false);
    } catch (error) {
      if (!isConflict(error)) return;
      try {
        const now = await readNow(client, model, object.id);
        setBase(now);
        setTheirs(now.object[field.name] ?? null);
      } catch (failure) {
        notifications.show({ color: 'red', message: messageOf(failure) });
      }
    }
  };
  const pencil = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Whoever has changed it, or has left it as it was, goes on where they began, unless they are elsewhere already.
  useEffect(() => {
    if (!isOpen && wasOpen.current && document.activeElement === document.body) pencil.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen)
    return (
      <span className={classes.value}>
        <Value value={object[field.name]} field={field} />
        <ActionIcon
          ref={pencil}
          size="xs"
          className={classes.pencil!}
          aria-label={`Edit ${field.label}`}
          onClick={begin}
        >
          <Icon name="edit" size={11} />
        </ActionIcon>
      </span>
    );
  const { error } = write;
  const message =
    error instanceof ApiError && !isConflict(error)
      ? (error.fields[field.name]?.join(' ') ?? messageOf(error))
      : undefined;
  return (
    <form
      onSubmit={(event) => void save(event)}
      className={classes.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false);
      }}
    >
      <FieldInput field={field} value={value} onChange={setValue} error={message} autoFocus />
      {theirs !== undefined && (
        <Text size="xs" role="alert" c="var(--pl-brass)">
          Somebody else has changed this {model.title} meanwhile; here it is now: <Value value={theirs} field={field} />
          . Save again to put yours in its place, or cancel.
        </Text>
      )}
      <Group gap={6}>
        <Button type="submit" size="compact-xs" loading={write.isPending}>
          Save
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
