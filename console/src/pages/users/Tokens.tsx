import { Alert, Button, Code, CopyButton, Group, Stack, Switch, Table, TextInput, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/apiError';
import type { Model } from '../../api/models';
import { listQuery, objectPath, useWrite } from '../../api/objects';
import type { ApiObject } from '../../api/types';
import { Confirm } from '../../components/Confirm';
import { Dialog } from '../../components/Dialog';
import { Icon } from '../../components/Icon';
import { Moment } from '../../components/Moment';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { PageHeader } from '../../components/PageHeader';
import { Pager } from '../../components/Pager';
import { PageSkeleton } from '../../components/PageSkeleton';
import { useEntered } from '../../form/entered';
import classes from './credentials.module.css';

/** A token of whoever is signed in; the list shows nobody else's. */
interface Token extends ApiObject {
  description: string;
  write_enabled: boolean;
  created: string;
  expires: string | null;
}

/** Tokens of a page. */
const size = 50;

/** One's own API tokens: those there are, by their ends, and new ones, whose keys are shown this once. */
export function Tokens({ model }: { model: Model }) {
  const [offset, setOffset] = useState(0);
  const { data, error } = useQuery({
    ...listQuery<Token>(model, { limit: size, offset, depth: 0, sort: '-created' }),
    placeholderData: keepPreviousData,
  });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [revoked, setRevoked] = useState<Token>();
  const write = useWrite(() => {
    setRevoked(undefined);
    // Where it was the only one of its page, that page is not there any more.
    if (data?.results.length === 1) setOffset(Math.max(0, offset - size));
  });
  // What is there stays where it cannot be asked for anew: so does a key, which nobody is shown again.
  if (error && data === undefined) return <Notice title="Tokens cannot be shown">{messageOf(error)}</Notice>;
  return (
    <>
      <PageHeader title="API tokens">
        {model.may.includes('add') && (
          <Button leftSection={<Icon name="add" size={14} />} onClick={() => setMaking(true)}>
            Make a token
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        {made !== undefined && <NewKey value={made} onClose={() => setMade(undefined)} />}
        {data === undefined && <PageSkeleton />}
        {data?.count === 0 && (
          <Notice icon="key" title="You have no tokens">
            A program that acts for you needs one.
          </Notice>
        )}
        {data !== undefined && data.count > 0 && (
          <div className={classes.table}>
            <Table verticalSpacing={6} aria-label="Tokens">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Description</Table.Th>
                  <Table.Th>Key ends with</Table.Th>
                  <Table.Th>Use</Table.Th>
                  <Table.Th>Made</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Revoke</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.results.map((token) => (
                  <Table.Tr key={token.id}>
                    <Table.Td>
                      <Named text={token.description || '–'} />
                    </Table.Td>
                    <Table.Td data-pl="mono">{endingOf(token)}</Table.Td>
                    <Table.Td>{token.write_enabled ? 'reads and writes' : 'reads'}</Table.Td>
                    <Table.Td>
                      <Moment value={token.created} />
                    </Table.Td>
                    <Table.Td>{token.expires === null ? 'never' : <Moment value={token.expires} />}</Table.Td>
                    <Table.Td ta="end">
                      {model.may.includes('delete') && (
                        <Button size="compact-xs" variant="default" onClick={() => setRevoked(token)}>
                          Revoke
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {data !== undefined && (
          <Pager
            offset={offset}
            shown={data.results.length}
            count={data.count}
            size={size}
            noun="tokens"
            back="Newer"
            on="Older"
            onTurn={setOffset}
          />
        )}
      </div>
      {isMaking && (
        <NewToken
          model={model}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            setOffset(0);
          }}
        />
      )}
      {revoked && (
        <Confirm
          title="Revoke this token?"
          action="Revoke"
          isBusy={write.isPending}
          error={write.error ? messageOf(write.error) : undefined}
          onClose={() => {
            setRevoked(undefined);
            write.reset();
          }}
          onConfirm={() => write.mutate({ method: 'DELETE', path: objectPath(model, revoked.id) })}
        >
          <Named text={revoked.description || 'A token without a description'} />, which ends with {endingOf(revoked)}.
          Programs that use it are refused from now on.
        </Confirm>
      )}
    </>
  );
}

/** What a token is recognised by: its name begins with it. */
const endingOf = ({ display }: Token): string => display.split(' ')[0]!;

/** A key that nobody is shown again. */
function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Alert
      role="status"
      variant="light"
      title="The key of the new token"
      withCloseButton
      closeButtonLabel="Hide it"
      onClose={onClose}
      mb="md"
    >
      <Group gap="xs">
        <Code className={classes.key}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" leftSection={<Icon name={copied ? 'check' : 'copy'} size={13} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      It is shown this once: keep it where the program finds it.
    </Alert>
  );
}

function NewToken({ model, onClose, onMade }: { model: Model; onClose: () => void; onMade: (key: string) => void }) {
  const [description, setDescription] = useState('');
  const [expires, setExpires] = useState('');
  const [mayWrite, setMayWrite] = useState(true);
  const { mutate, error, isPending } = useWrite<Token & { key: string }>(({ data }) => onMade(data.key));
  const errors = error instanceof ApiError ? error.fields : {};
  const isEntered = description !== '' || expires !== '';
  useEntered(isEntered);
  return (
    <Dialog onClose={onClose} closeOnClickOutside={!isEntered} title="Make a token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({
            method: 'POST',
            path: `/api${model.url}`,
            body: {
              description,
              write_enabled: mayWrite,
              expires: expires === '' ? null : new Date(expires).toISOString(),
            },
          });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Description"
            placeholder="What it is for"
            maxLength={200}
            data-autofocus
            value={description}
            error={errors.description?.join(' ')}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <TextInput
            label="Expires"
            description="Never when it is left empty"
            type="datetime-local"
            value={expires}
            error={errors.expires?.join(' ')}
            onChange={({ currentTarget }) => setExpires(currentTarget.value)}
          />
          <Switch
            label="It may write"
            checked={mayWrite}
            onChange={({ currentTarget }) => setMayWrite(currentTarget.checked)}
          />
          {error && Object.keys(errors).length === 0 && (
            <Alert color="red" variant="light" role="alert">
              {messageOf(error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Make it
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
