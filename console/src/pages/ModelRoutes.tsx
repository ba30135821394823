import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { descriptionQuery } from '../api/description';
import { type Model, useModels } from '../api/models';
import { objectQuery } from '../api/objects';
import { PageSkeleton } from '../components/PageSkeleton';
import { ListPage } from '../list/ListPage';
import { useMay } from '../object/useOwnModel';
import { NotFound } from '../shell/NotFound';
import { Fetched, useFetched } from './fetched';
import { pagesOf } from './registry';

const objectPage = new Fetched(async () => (await import('../object/ObjectPage')).ObjectPage);
const FormPage = lazy(async () => ({ default: (await import('../form/FormPage')).FormPage }));
const NotYours = lazy(async () => ({ default: (await import('../form/NotYours')).NotYours }));
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
        <FetchedWhenIdle page={objectPage} />
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
        <OwnForm model={model} id={first} form={Form} />
      </Waiting>
    ) : (
      <NotFound />
    );
  return (
    <Waiting key={`${model.label} ${first}`}>
      <OneObject model={model} id={first} tab={second} />
    </Waiting>
  );
}

/** The form of an object, for whoever may change this one; nobody enters what they may not save. */
function OwnForm({
  model,
  id,
  form: Form,
}: {
  model: Model;
  id: string;
  form: ComponentType<{ model: Model; id?: string }>;
}) {
  const may = useMay(model, id, 'change');
  if (may === undefined) return <PageSkeleton />;
  return may ? <Form model={model} id={id} /> : <NotYours model={model} id={id} />;
}

function Waiting({ children }: { children: React.ReactNode }) {
  return <Suspense fallback={<PageSkeleton />}>{children}</Suspense>;
}

/** What cannot be shown in part is an error of the page; what is shown stays where it could not be asked for anew. */
const throwOnError = (_error: Error, { state }: { state: { data?: unknown } }) => state.data === undefined;

/**
 * Shows the page of an object as soon as the object, the description of its model and the page's code are here, which are asked
 * for at once. Where the page suspended for one after the other, it came as much later, and another 300 ms by React's leave.
 */
function OneObject({ model, id, tab }: { model: Model; id: string; tab: string | undefined }) {
  const description = useQuery({ ...descriptionQuery(model), throwOnError });
  const object = useQuery({ ...objectQuery(model, id), throwOnError });
  const Page = useFetched(objectPage);
  const Own = pagesOf(model).object;
  if (!description.data || !object.data) return <PageSkeleton />;
  if (Own) return <Own model={model} id={id} />;
  return Page ? <Page model={model} id={id} tab={tab} /> : <PageSkeleton />;
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
function FetchedWhenIdle({ page }: { page: { fetch(): Promise<unknown> } }) {
  const queries = useQueryClient();
  useEffect(() => {
    let callOff: () => void;
    const look = () => {
      callOff = whenIdle(() => {
        if (queries.isFetching() > 0) look();
        // What could not be fetched is asked for again where it is wanted.
        else void page.fetch().catch(() => undefined);
      });
    };
    look();
    return () => callOff();
  }, [page, queries]);
  return null;
}
