import { Badge, Button, Switch, Table, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/apiError';
import { useMe } from '../../api/me';
import { request } from '../../api/request';
import { Icon } from '../../components/Icon';
import { Moment } from '../../components/Moment';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { PageHeader } from '../../components/PageHeader';
import { PageSkeleton } from '../../components/PageSkeleton';
import { browserOf } from './browserOf';
import classes from './credentials.module.css';

/** A browser that somebody is signed in with. */
interface Session {
  id: string;
  username: string;
  created: string | null;
  /** When it was last used, to the minute. */
  seen: string | null;
  expires: string;
  /** The network it was begun from. */
  address: string;
  /** What the browser calls itself. */
  agent: string;
  /** The key of the way of signing in; `local` for a password that is kept here. */
  method: string;
  /** Whether it is this one. */
  current: boolean;
}

const path = '/user/sessions/';

/** The browsers one is signed in with, to sign out of those one does not know; for superusers everybody's. */
export function Sessions() {
  const me = useMe();
  const client = useQueryClient();
  const [isEverybody, setEverybody] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['sessions', isEverybody],
    queryFn: async () =>
      (await request<Session[]>('GET', path, { query: { everybody: isEverybody ? 'true' : undefined } })).data,
  });
  const end = useMutation({
    mutationFn: (body: { revoke: string } | { revoke_others: true }) => request('POST', path, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  if (error) return <Notice title="Sessions cannot be shown">{messageOf(error)}</Notice>;
  const others = data?.some(({ username, current }) => username === me.username && !current) ?? false;
  return (
    <>
      <PageHeader title="Sessions">
        {me.is_superuser && (
          <Switch
            label="Everybody’s"
            checked={isEverybody}
            onChange={({ currentTarget }) => setEverybody(currentTarget.checked)}
          />
        )}
        <Button
          variant="default"
          leftSection={<Icon name="signOut" size={14} />}
          disabled={!others}
          loading={end.isPending}
          onClick={() => end.mutate({ revoke_others: true })}
        >
          Sign out everywhere else
        </Button>
      </PageHeader>
      <div className={classes.page}>
        {end.error && <Notice title="It is still signed in">{messageOf(end.error)}</Notice>}
        {data === undefined && <PageSkeleton />}
        {data !== undefined && (
          <div className={classes.table}>
            <Table verticalSpacing={6} aria-label="Sessions">
              <Table.Thead>
                <Table.Tr>
                  {isEverybody && <Table.Th>User</Table.Th>}
                  <Table.Th>Browser</Table.Th>
                  <Table.Th>From</Table.Th>
                  <Table.Th>Signed in with</Table.Th>
                  <Table.Th>Since</Table.Th>
                  <Table.Th>Last used</Table.Th>
                  <Table.Th>Ends</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Sign out</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.map((session) => (
                  <Table.Tr key={session.id}>
                    {isEverybody && (
                      <Table.Td>
                        <Named text={session.username} />
                      </Table.Td>
                    )}
                    <Table.Td title={session.agent}>
                      <Named text={browserOf(session.agent) || '–'} />
                    </Table.Td>
                    <Table.Td data-pl="mono">{session.address}</Table.Td>
                    <Table.Td>{session.method === 'local' ? 'password' : session.method}</Table.Td>
                    <Table.Td>{session.created === null ? '–' : <Moment value={session.created} />}</Table.Td>
                    <Table.Td>{session.seen === null ? '–' : <Moment value={session.seen} />}</Table.Td>
                    <Table.Td>
                      <Moment value={session.expires} />
                    </Table.Td>
                    <Table.Td ta="end">
                      {session.current ? (
                        <Badge variant="light" style={{ overflow: 'visible' }}>
                          this one
                        </Badge>
                      ) : (
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={`Sign out ${session.agent || session.id}`}
                          onClick={() => end.mutate({ revoke: session.id })}
                        >
                          Sign out
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </div>
    </>
  );
}
