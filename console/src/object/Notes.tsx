import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { objectPath, usePath, useWrite } from '../api/objects';
import type { ApiObject, Page } from '../api/types';
import { Moment } from '../components/Moment';
import { Notice } from '../components/Notice';
import { Pager } from '../components/Pager';
import { PageSkeleton } from '../components/PageSkeleton';
import { Section } from '../components/Section';
import { Value } from '../components/Value';
import { useEntered } from '../form/entered';
import type { ObjectProps } from '../pages/registration';

interface Note extends ApiObject {
  note: string;
  user_name: string;
  created: string;
}

/** How a note is shown. */
const noteField = { name: 'note', kind: 'markdown' } as const;

/** Notes on a page of them. */
const size = 100;

/** What people have written about an object: the newest of it, and what came before by turning back. */
export function Notes({ model, object }: ObjectProps) {
  const path = `${objectPath(model, object.id)}notes/`;
  // Without a page that was turned to it is the last, which has the newest.
  const [turnedTo, setTurnedTo] = useState<number>();
  const notes = useModels().find('extras.note');
  const mayView = notes?.may.includes('view') ?? false;
  const first = usePath<Page<Note>>(path, { limit: size, offset: 0 }, mayView);
  const ofPage = (first.data?.next && first.data.results.length) || size;
  const last = ofPage * Math.max(0, Math.ceil((first.data?.count ?? 0) / ofPage) - 1);
  const offset = Math.min(turnedTo ?? last, last);
  const { data, error } = usePath<Page<Note>>(path, { limit: size, offset }, first.data !== undefined);
  const mayAdd = notes?.may.includes('add');
  const [text, setText] = useState('');
  useEntered(text.trim() !== '');
  const write = useWrite();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write.mutate(
      { method: 'POST', path, body: { note: text } },
      {
        onSuccess: () => {
          setText((typed) => (typed === text ? '' : typed));
          setTurnedTo(undefined);
        },
      },
    );
  };
  if (!mayView) return <Notice title="You may not see the notes" />;
  const problem = first.error ?? error;
  if (problem) return <Notice title="The notes cannot be shown">{messageOf(problem)}</Notice>;
  if (!data) return <PageSkeleton />;
  return (
    <Stack p="lg" gap="md" maw={760}>
      {mayAdd && (
        <form onSubmit={submit}>
          <Stack gap="xs" align="flex-start">
            <Textarea
              label="New note"
              description="Markdown is shown as it is meant"
              autosize
              minRows={2}
              w="100%"
              value={text}
              required
              withAsterisk={false}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              error={write.error instanceof ApiError ? messageOf(write.error) : undefined}
            />
            <Button type="submit" loading={write.isPending}>
              Add note
            </Button>
          </Stack>
        </form>
      )}
      {data.results.length === 0 && (
        <Text c="dimmed" size="sm">
          Nobody has written anything yet.
        </Text>
      )}
      <Pager
        offset={offset}
        shown={data.results.length}
        count={data.count}
        size={ofPage}
        noun="notes"
        back="Earlier"
        on="Later"
        onTurn={setTurnedTo}
      />
      {data.results.map((note) => (
        <Section
          key={note.id}
          title={note.user_name}
          after={
            <Text size="xs" c="dimmed">
              <Moment value={note.created} />
            </Text>
          }
        >
          <Value value={note.note} field={noteField} />
        </Section>
      ))}
    </Stack>
  );
}
