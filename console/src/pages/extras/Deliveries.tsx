import { Button, Checkbox, Group, SegmentedControl, Table } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { useModels } from '../../api/models';
import { objectPath, usePath, useWrite } from '../../api/objects';
import type { Page } from '../../api/types';
import { Moment } from '../../components/Moment';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { Pager } from '../../components/Pager';
import { PageSkeleton } from '../../components/PageSkeleton';
import type { ObjectProps } from '../registration';
import classes from './Deliveries.module.css';

interface Delivery {
  id: string;
  status: 'pending' | 'delivered' | 'failed';
  action: string;
  object_type: string;
  object_id: string;
  object_change: string;
  attempts: number;
  created: string;
  next_attempt: string | null;
  finished: string | null;
  answer_status: number | null;
  problem: string;
}

/** Deliveries of a page. */
const size = 50;
const verbs: Record<string, string> = { create: 'Made', update: 'Changed', delete: 'Removed' };

/** What a webhook told, has to tell and could not tell; what failed can be sent again. */
export function Deliveries({ model, object }: ObjectProps) {
  const path = objectPath(model, object.id);
  const [status, setStatus] = useState('all');
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const models = useModels();
  const { data, error } = usePath<Page<Delivery>>(`${path}deliveries/`, {
    limit: size,
    offset,
    status: status === 'all' ? undefined : status,
  });
  const write = useWrite<{ queued: number; failed: number }>(({ data: answer }) => {
    setChosen(new Set());
    notifications.show({
      title: `${answer.queued.toLocaleString('en')} queued again`,
      message: answer.failed > 0 ? `${answer.failed} that failed are left.` : 'None that failed is left.',
    });
  });
  const mayResend = model.may.includes('change');
  const resend = (deliveries: string[] | undefined) =>
    write.mutate(
      { method: 'POST', path: `${path}resend/`, ...(deliveries ? { body: { deliveries } } : {}) },
      {
        onError: (problem) => {
          write.reset();
          notifications.show({ color: 'red', title: 'Nothing was queued', message: messageOf(problem) });
        },
      },
    );
  if (error) return <Notice title="Deliveries cannot be shown">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  return (
    <div className={classes.page}>
      <Group gap="xs" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which"
          value={status}
          data={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Waiting' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
          ]}
          onChange={(value) => {
            setStatus(value);
            setOffset(0);
            setChosen(new Set());
          }}
        />
        <span className={classes.count}>
          {data.count === 1 ? '1 delivery' : `${data.count.toLocaleString('en')} deliveries`}
        </span>
        <span style={{ flex: 1 }} />
        {mayResend && chosen.size > 0 && (
          <Button loading={write.isPending} onClick={() => resend([...chosen])}>
            Send {chosen.size} again
          </Button>
        )}
        {mayResend && (
          <Button variant="default" loading={write.isPending} onClick={() => resend(undefined)}>
            Send all that failed again
          </Button>
        )}
      </Group>
      {data.count === 0 ? (
        <Notice icon="check" title={status === 'failed' ? 'None has failed' : 'Nothing was to be told'} />
      ) : (
        <div className={classes.table}>
          <Table highlightOnHover verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                {mayResend && (
                  <Table.Th w={36}>
                    <span className="pl-visually-hidden">Chosen</span>
                  </Table.Th>
                )}
                <Table.Th>What happened</Table.Th>
                <Table.Th>Delivery</Table.Th>
                <Table.Th>Tries</Table.Th>
                <Table.Th>Answer</Table.Th>
                <Table.Th>When</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.results.map((one) => {
                const kind = models.find(one.object_type);
                return (
                  <Table.Tr key={one.id}>
                    {mayResend && (
                      <Table.Td>
                        <Checkbox
                          size="xs"
                          aria-label={`Choose the delivery of ${one.created}`}
                          disabled={one.status === 'pending'}
                          checked={chosen.has(one.id)}
                          onChange={({ currentTarget }) =>
                            setChosen((known) => {
                              const next = new Set(known);
                              if (currentTarget.checked) next.add(one.id);
                              else next.delete(one.id);
                              return next;
                            })
                          }
                        />
                      </Table.Td>
                    )}
                    <Table.Td>
                      <Link to={`/extras/object-changes/${one.object_change}/`} className={classes.link}>
                        {verbs[one.action] ?? one.action} {kind?.title ?? one.object_type}
                      </Link>
                    </Table.Td>
                    <Table.Td>
                      <span className={classes.status} data-status={one.status}>
                        {one.status}
                      </span>
                    </Table.Td>
                    <Table.Td>{one.attempts}</Table.Td>
                    <Table.Td className={classes.problem}>
                      {one.answer_status ?? ''} {one.problem !== '' && <Named text={one.problem} />}
                    </Table.Td>
                    <Table.Td>
                      <Moment value={one.finished ?? one.created} />
                      {one.next_attempt && (
                        <span className={classes.count}>
                          {' '}
                          · again <Moment value={one.next_attempt} />
                        </span>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Pager
        offset={offset}
        shown={data.results.length}
        count={data.count}
        size={size}
        noun="deliveries"
        back="Newer"
        on="Older"
        onTurn={setOffset}
      />
    </div>
  );
}
