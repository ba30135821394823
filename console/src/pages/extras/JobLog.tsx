import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type UIEvent, useEffect, useRef } from 'react';
import { modelKey, objectPath } from '../../api/objects';
import { request } from '../../api/request';
import { type ApiObject, isChoice } from '../../api/types';
import { localOf } from '../../components/localMoment';
import { exactMoment } from '../../components/Moment';
import { Named } from '../../components/Named';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './JobLog.module.css';

interface Entry {
  id: string;
  created: string;
  log_level: { value: string; label: string } | string;
  grouping: string;
  message: string;
  log_object: string;
}

/** Milliseconds between two questions: at first, and at most; each time there is nothing new it takes half as long again. */
const [shortest, longest] = [700, 8000];

/** Pixels from the end of the log at which somebody looks at it. */
const nearEnd = 8;

const statusOf = (result: ApiObject): string =>
  isChoice(result.status) ? String(result.status.value) : String(result.status);

/** Whether a run is over. */
export const isOver = (result: ApiObject): boolean => ['SUCCESS', 'FAILURE', 'REVOKED'].includes(statusOf(result));

/** What a run writes into its log, as it writes it; asked for until it is over. */
export function JobLog({ model, object }: ObjectProps) {
  const client = useQueryClient();
  const wait = useRef(shortest);
  const seen = useRef(0);
  const log = useRef<HTMLDivElement>(null);
  /** Whether they look at the end, and go on looking at it; who reads further up is left there. */
  const follows = useRef(true);
  const { data } = useQuery({
    queryKey: [...modelKey(model), 'log', object.id],
    queryFn: async ({ signal }) => {
      const [result, entries] = await Promise.all([
        request<ApiObject>('GET', objectPath(model, object.id), { query: { depth: 1 }, signal }),
        request<Entry[]>('GET', `${objectPath(model, object.id)}logs/`, { signal }),
      ]);
      wait.current = entries.data.length > seen.current ? shortest : Math.min(longest, wait.current * 1.5);
      seen.current = entries.data.length;
      return { result: result.data, entries: entries.data };
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data.result) ? false : wait.current),
  });
  const isDone = data !== undefined && isOver(data.result);
  const wasOver = isOver(object);
  useEffect(() => {
    // The rest of the page shows it as it was when it was opened.
    if (isDone && !wasOver) void client.invalidateQueries({ queryKey: [...modelKey(model), 'object'] });
  }, [isDone, wasOver, client, model]);
  const look = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    follows.current = scrollTop + clientHeight >= scrollHeight - nearEnd;
  };
  const count = data?.entries.length ?? 0;
  useEffect(() => {
    if (count > 0 && !wasOver && follows.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count, wasOver]);
  return (
    <Section
      title="Log"
      flush
      after={
        !isDone && (
          <span className={classes.live}>
            <Loader size={12} /> {data ? statusOf(data.result).toLowerCase() : 'asking'}
          </span>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <div ref={log} className={classes.log} role="log" aria-label="Log" tabIndex={0} onScroll={look}>
        {data?.entries.map(({ id, created, log_level, grouping, message, log_object }) => {
          const level = typeof log_level === 'string' ? log_level : log_level.value;
          return (
            <div key={id} className={classes.entry} data-level={level}>
              <time dateTime={created} title={exactMoment(created)}>
                {localOf(created).slice(11)}
              </time>
              <span className={classes.level}>{level}</span>
              <span className={classes.message}>
                {grouping !== 'main' && grouping !== '' && <b>{grouping} </b>}
                <Named text={message} />
                {log_object !== '' && (
                  <span className={classes.about}>
                    {' '}
                    · <Named text={log_object} />
                  </span>
                )}
              </span>
            </div>
          );
        })}
        {count === 0 && <p className={classes.none}>{isDone ? 'It wrote nothing.' : 'Nothing yet.'}</p>}
      </div>
    </Section>
  );
}
