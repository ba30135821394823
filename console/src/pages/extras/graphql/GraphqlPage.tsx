import { json } from '@codemirror/lang-json';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { graphql } from 'cm6-graphql';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, messageOf } from '../../../api/apiError';
import { useModels } from '../../../api/models';
import { objectQuery, type Versioned } from '../../../api/objects';
import { request } from '../../../api/request';
import { isRecord } from '../../../api/types';
import { Confirm } from '../../../components/Confirm';
import { PageHeader } from '../../../components/PageHeader';
import { RelatedPicker } from '../../../components/RelatedPicker';
import { Section } from '../../../components/Section';
import { useEntered } from '../../../form/entered';
import { CodeEditor } from './CodeEditor';
import classes from './GraphqlPage.module.css';
import { KeepQuery } from './KeepQuery';
import { SchemaExplorer } from './SchemaExplorer';
import { exampleOf, useSchema } from './schema';

const example = `query {
  devices(limit: 5) {
    name
    status { name }
    location { name }
  }
}`;

const inJson = json();

/** Asks in GraphQL with completion, tells what can be asked, and keeps what is asked often. */
export function GraphqlPage() {
  const saved = useModels().find('extras.graphqlquery');
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('saved');
  const { data: read, error: savedError } = useQuery({
    ...objectQuery(saved ?? { url: '' }, chosen ?? '', { depth: 0 }),
    enabled: saved !== undefined && chosen !== null,
  });
  const found = chosen === null ? undefined : read?.object;
  const [query, setQuery] = useState(example);
  /** The query as it was before somebody typed in it. */
  const [given, setGiven] = useState(example);
  /** The version of the kept query that somebody types in. */
  const [base, setBase] = useState<string>();
  const [variables, setVariables] = useState('');
  const [side, setSide] = useState<'answer' | 'schema'>('schema');
  const [answer, setAnswer] = useState<{ text: string; ms: number }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { data: schema, error: schemaError } = useSchema();
  const language = useMemo(() => graphql(schema), [schema]);
  const kept = found === undefined ? undefined : String(found.query);
  const put = useCallback((text: string) => {
    setQuery(text);
    setGiven(text);
  }, []);
  /** Which query was put here, and as it was kept then. */
  const shown = useRef<{ id: string | null; kept: string }>(undefined);
  useEffect(() => {
    if (chosen === null) shown.current = undefined;
    if (kept === undefined) return;
    const before = shown.current;
    shown.current = { id: chosen, kept };
    if (before?.id !== chosen) put(kept);
    else if (before.kept !== kept) setQuery((typed) => (typed === before.kept ? kept : typed));
    setGiven(kept);
  }, [chosen, kept, put]);
  // The address says which query is shown: another one takes the place of what is typed here.
  const letGo = useEntered(query !== given, 'address');
  // Nothing keeps the variables: they stay where another query is shown, and are lost with the page.
  useEntered(variables.trim() !== '');
  /** A query that would take the place of one that somebody has typed. */
  const [other, setOther] = useState<string>();
  const ask = (text: string) => (query === given ? put(text) : setOther(text));
  const type = (text: string) => {
    if (query === given && read) setBase(read.etag);
    setQuery(text);
  };
  const choose = (id: string | null) => setSearch(id === null ? {} : { saved: id }, { replace: true });

  const keep = ({ object: { id, query: text }, etag }: Versioned) => {
    letGo();
    const keptText = String(text);
    shown.current = { id: String(id), kept: keptText };
    // It is kept without space around it; whoever has typed on meanwhile goes on.
    setQuery((typed) => (typed === query ? keptText : typed));
    setGiven(keptText);
    setBase(etag);
    choose(String(id));
  };

  /** How often something was asked: what is answered late is not what was asked last. */
  const asked = useRef(0);
  const run = async () => {
    setSide('answer');
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
    const mine = ++asked.current;
    const isLast = () => mine === asked.current;
    const done = (data: unknown) =>
      isLast() && setAnswer({ text: JSON.stringify(data, null, 2), ms: Math.round(performance.now() - start) });
    try {
      done((await request('POST', '/api/graphql/', { body: { query, variables: given } })).data);
    } catch (error) {
      if (error instanceof ApiError && isRecord(error.body)) done(error.body);
      else if (isLast()) setProblem(messageOf(error));
    } finally {
      if (isLast()) setBusy(false);
    }
  };
  useHotkeys([['mod+Enter', () => void run()]], []);
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
              <RelatedPicker
                to={saved.label}
                label="Saved query"
                placeholder="A new one"
                value={chosen}
                error={chosen !== null && savedError ? messageOf(savedError) : undefined}
                onChange={choose}
              />
            )}
            <div>
              <div className={classes.label}>Query</div>
              <CodeEditor label="Query" value={query} language={language} onChange={type} onRun={() => void run()} />
            </div>
            <div>
              <div className={classes.label}>Variables</div>
              <CodeEditor
                label="Variables"
                size="low"
                value={variables}
                language={inJson}
                onChange={setVariables}
                onRun={() => void run()}
              />
            </div>
            {saved && <KeepQuery key={chosen} saved={saved} query={query} kept={found} base={base} onKept={keep} />}
          </div>
        </Section>
        <Section
          title={side === 'answer' ? 'Answer' : 'Schema'}
          after={
            <>
              {side === 'answer' && answer && (
                <span className={classes.quiet}>{answer.ms.toLocaleString('en')} ms</span>
              )}
              <SegmentedControl
                size="xs"
                aria-label="What is shown"
                value={side}
                data={[
                  { value: 'answer', label: 'Answer' },
                  { value: 'schema', label: 'Schema' },
                ]}
                onChange={(value) => setSide(value as typeof side)}
              />
            </>
          }
        >
          {side === 'answer' && problem !== undefined && (
            <Alert color="red" variant="light" role="alert" mb="sm">
              {problem}
            </Alert>
          )}
          {side === 'answer' &&
            (answer ? (
              <CodeEditor label="Answer" value={answer.text} language={inJson} />
            ) : (
              problem === undefined && <p className={classes.quiet}>Ctrl+Enter asks.</p>
            ))}
          {side === 'schema' &&
            (schema ? (
              <SchemaExplorer schema={schema} onAsk={(field) => ask(exampleOf(field))} />
            ) : (
              <p className={classes.quiet}>{schemaError ? messageOf(schemaError) : 'Reading the schema …'}</p>
            ))}
        </Section>
      </div>
      {other !== undefined && (
        <Confirm
          title="Replace the query?"
          action="Replace it"
          cancel="Stay"
          isBusy={false}
          error={undefined}
          onConfirm={() => {
            put(other);
            setOther(undefined);
          }}
          onClose={() => setOther(undefined)}
        >
          What you have typed is not kept.
        </Confirm>
      )}
    </>
  );
}
