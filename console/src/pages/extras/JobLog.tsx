import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type UIEvent, useEffect, useRef } from 'react';
import { messageOf } from '../../api/apiError';
import { type Model, useModels } from '../../api/models';
import { modelKey, objectPath } from '../../api/objects';
import { request } from '../../api/request';
import { type ApiObject, isChoice, type Page } from '../../api/types';
import { AllOfThem } from '../../components/AllOfThem';
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

/** Lines that are shown: those at the end of the log. A long one is too much to be asked for again and again, and to be drawn. */
const mostLines = 500;

const statusOf = (result: ApiObject): string =>
  isChoice(result.status) ? String(result.status.value) : String(result.status);

/** Whether a run is over. */
export const isOver = (result: ApiObject): boolean => ['SUCCESS', 'FAILURE', 'REVOKED'].includes(statusOf(result));

/** The end of a log, with how many lines it has. Who may not list lines may read those of a run that they see. */
async function readEnd(
  { logs, path, id }: { logs: Model | undefined; path: string; id: ApiObject['id'] },
  signal: AbortSignal,
): Promise<{ entries: Entry[]; lines: number }> {
  if (!logs?.may.includes('view')) {
    const { data } = await request<Entry[]>('GET', `${path}logs/`, { signal });
    return { entries: data.slice(-mostLines), lines: data.length };
  }
  const query = { job_result: id, sort: '-created', limit: mostLines, depth: 0 };
  const { data } = await request<Page<Entry>>('GET', `/api${logs.url}`, { query, signal });
  return { entries: data.results.reverse(), lines: data.count };
}

/** What a run writes into its log, as it writes it; asked for until it is over. */
export function JobLog({ model, object }: ObjectProps) {
  const client = useQueryClient();
  const logs = useModels().find('extras.joblogentry');
  const path = objectPath(model, object.id);
  const wait = useRef(shortest);
  const seen = useRef(0);
  const log = useRef<HTMLDivElement>(null);
  /** Whether they look at the end, and go on looking at it; who reads further up is left there. */
  const follows = useRef(true);
  const { data, error } = useQuery({
    queryKey: [...modelKey(model), 'log', object.id],
    queryFn: async ({ signal }) => {
      // The run first: of one that is over the log is whole.
      const { data: result } = await request<ApiObject>('GET', path, { query: { depth: 1 }, signal });
      const end = await readEnd({ logs, path, id: object.id }, signal);
      wait.current = end.lines > seen.current ? shortest : Math.min(longest, wait.current * 1.5);
      seen.current = end.lines;
      return { result, ...end };
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
  const count = data?.lines ?? 0;
  useEffect(() => {
    if (count > 0 && !wasOver && follows.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count, wasOver]);
  return (
    <Section
      title="Log"
      flush
      after={
        <>
          {!isDone && (
            <span className={classes.live}>
              <Loader size={12} /> {data ? statusOf(data.result).toLowerCase() : 'asking'}
            </span>
          )}
          {logs && data && (
            <AllOfThem
              model={logs}
              query={{ job_result: String(object.id) }}
              shown={data.entries.length}
              count={data.lines}
            />
          )}
        </>
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
        {error && (
          <p className={classes.none} role="alert">
            {messageOf(error)}
          </p>
        )}
        {data?.lines === 0 && <p className={classes.none}>{isDone ? 'It wrote nothing.' : 'Nothing yet.'}</p>}
      </div>
    </Section>
  );
}
