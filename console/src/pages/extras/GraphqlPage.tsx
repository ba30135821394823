import { Alert, Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/apiError';
import { useModels } from '../../api/models';
import { useList, useWrite } from '../../api/objects';
import { request } from '../../api/request';
import { isRecord } from '../../api/types';
import { PageHeader } from '../../components/PageHeader';
import { Section } from '../../components/Section';
import classes from './GraphqlPage.module.css';

const example = `query {
  devices(limit: 5) {
    name
    status { name }
    location { name }
  }
}`;

/** Asks in GraphQL, and keeps what is asked often. */
export function GraphqlPage() {
  const saved = useModels().find('extras.graphqlquery');
  const { data: queries } = useList(saved ?? { url: '' }, { limit: 200, depth: 0 }, saved !== undefined);
  const [chosen, setChosen] = useState<string | null>(null);
  const [query, setQuery] = useState(example);
  const [variables, setVariables] = useState('');
  const [name, setName] = useState('');
  const [answer, setAnswer] = useState<{ text: string; ms: number; isRefused: boolean }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const write = useWrite();
  const run = async () => {
    let given: unknown;
    try {
      given = variables.trim() === '' ? {} : JSON.parse(variables);
    } catch {
      setProblem('The variables are no JSON.');
      return;
    }
    setProblem(undefined);
    setBusy(true);
    const start = performance.now();
    const done = (data: unknown) =>
      setAnswer({
        text: JSON.stringify(data, null, 2),
        ms: Math.round(performance.now() - start),
        isRefused: isRecord(data) && 'errors' in data,
      });
    try {
      done((await request('POST', '/api/graphql/', { body: { query, variables: given } })).data);
    } catch (error) {
      if (error instanceof ApiError && isRecord(error.body)) done(error.body);
      else setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useHotkeys([['mod+Enter', () => void run()]], []);
  const keep = () =>
    write.mutate(
      chosen === null
        ? { method: 'POST', path: '/api/extras/graphql-queries/', body: { name, query } }
        : { method: 'PATCH', path: `/api/extras/graphql-queries/${chosen}/`, body: { query } },
      {
        onSuccess: ({ data }) => {
          setChosen(String(data.id));
          notifications.show({ title: `${data.display} is kept`, message: 'Everybody who may see queries finds it.' });
        },
        onError: (error) => notifications.show({ color: 'red', title: 'Not kept', message: messageOf(error) }),
      },
    );
  const mayKeep = saved?.may.includes(chosen === null ? 'add' : 'change');
  return (
    <>
      <PageHeader title="GraphQL">
        <Button loading={isBusy} onClick={run} aria-keyshortcuts="Control+Enter">
          Run
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <Section title="Question">
          <div className={classes.fields}>
            {saved && (
              <Select
                label="Saved query"
                placeholder="A new one"
                clearable
                searchable
                selectFirstOptionOnChange
                value={chosen}
                data={(queries?.results ?? []).map((one) => ({ value: String(one.id), label: one.display }))}
                onChange={(id) => {
                  setChosen(id);
                  const found = queries?.results.find((one) => String(one.id) === id);
                  if (found) setQuery(String(found.query));
                }}
              />
            )}
            <Textarea
              label="Query"
              autosize
              minRows={14}
              maxRows={30}
              spellCheck={false}
              classNames={{ input: classes.code! }}
              value={query}
              onChange={({ currentTarget }) => setQuery(currentTarget.value)}
            />
            <Textarea
              label="Variables"
              placeholder="{ }"
              autosize
              minRows={2}
              maxRows={10}
              spellCheck={false}
              classNames={{ input: classes.code! }}
              value={variables}
              onChange={({ currentTarget }) => setVariables(currentTarget.value)}
            />
            {mayKeep && (
              <Group gap="xs" align="flex-end">
                {chosen === null && (
                  <TextInput
                    label="Keep it as"
                    value={name}
                    maxLength={100}
                    onChange={({ currentTarget }) => setName(currentTarget.value)}
                    style={{ flex: 1 }}
                  />
                )}
                <Button
                  variant="default"
                  loading={write.isPending}
                  disabled={chosen === null && name === ''}
                  onClick={keep}
                >
                  {chosen === null ? 'Keep' : 'Keep the change'}
                </Button>
              </Group>
            )}
          </div>
        </Section>
        <Section
          title="Answer"
          after={answer && <span className={classes.quiet}>{answer.ms.toLocaleString('en')} ms</span>}
        >
          {problem !== undefined && (
            <Alert color="red" variant="light" role="alert" mb="sm">
              {problem}
            </Alert>
          )}
          {answer ? (
            <pre
              className={classes.answer}
              data-refused={answer.isRefused || undefined}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
              tabIndex={0}
            >
              {answer.text}
            </pre>
          ) : (
            <p className={classes.quiet}>Ctrl+Enter asks.</p>
          )}
        </Section>
      </div>
    </>
  );
}
