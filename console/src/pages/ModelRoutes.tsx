import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useModels } from '../api/models';
import { PageSkeleton } from '../components/PageSkeleton';
import { NotFound } from '../shell/NotFound';
import { pagesOf } from './registry';

// What most pages need is fetched while the server says what models there are.
const listPage = import('../list/ListPage');
const ListPage = lazy(async () => ({ default: (await listPage).ListPage }));
const objectPage = () => import('../object/ObjectPage');
const ObjectPage = lazy(async () => ({ default: (await objectPage()).ObjectPage }));
const FormPage = lazy(async () => ({ default: (await import('../form/FormPage')).FormPage }));
const ImportPage = lazy(async () => ({ default: (await import('../import/ImportPage')).ImportPage }));

/** The pages of every model: its list, its objects, and what is entered about them. */
export function ModelRoutes() {
  const { pathname } = useLocation();
  const found = useModels().at(pathname);
  if (!found) return <NotFound />;
  const { model, rest } = found;
  const [first, second, ...more] = rest;
  const own = pagesOf(model);
  const mayView = model.may.includes('view');
  if (more.length > 0) return <NotFound />;
  if (first === undefined) {
    if (!mayView) return <NotFound />;
    const List = own.list ?? ListPage;
    return (
      <Waiting key={model.label}>
        <List model={model} />
        <FetchedWhenIdle fetch={objectPage} />
      </Waiting>
    );
  }
  const Form = own.form ?? FormPage;
  if (first === 'add' && second === undefined)
    return model.may.includes('add') ? (
      <Waiting key={pathname}>
        <Form model={model} />
      </Waiting>
    ) : (
      <NotFound />
    );
  if (first === 'import' && second === undefined)
    return model.may.includes('add') ? (
      <Waiting key={pathname}>
        <ImportPage model={model} />
      </Waiting>
    ) : (
      <NotFound />
    );
  if (second === 'edit')
    return model.may.includes('change') ? (
      <Waiting key={pathname}>
        <Form model={model} id={first} />
      </Waiting>
    ) : (
      <NotFound />
    );
  const Whole = own.object;
  return (
    <Waiting key={`${model.label} ${first}`}>
      {Whole ? <Whole model={model} id={first} /> : <ObjectPage model={model} id={first} tab={second} />}
    </Waiting>
  );
}

function Waiting({ children }: { children: React.ReactNode }) {
  return <Suspense fallback={<PageSkeleton />}>{children}</Suspense>;
}

/** Milliseconds until the next look, where a browser cannot say when it is idle. */
const idleAfter = 2_000;

/** Calls back once when the browser has shown what there is and does nothing else; gives what calls that off. */
function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(then, idleAfter);
    return () => clearTimeout(timer);
  }
  let idle: number | undefined;
  const frame = requestAnimationFrame(() => {
    idle = requestIdleCallback(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

/** Fetches what is likely to be wanted next, once what was asked for is here and shown, so that it does not wait for this. */
function FetchedWhenIdle({ fetch }: { fetch(): Promise<unknown> }) {
  const queries = useQueryClient();
  useEffect(() => {
    let callOff: () => void;
    const look = () => {
      callOff = whenIdle(() => {
        if (queries.isFetching() > 0) look();
        // What could not be fetched is asked for again where it is wanted.
        else void fetch().catch(() => undefined);
      });
    };
    look();
    return () => callOff();
  }, [fetch, queries]);
  return null;
}
