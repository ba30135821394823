import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, isConflict, messageOf } from '../api/apiError';
import { type Description, useDescription } from '../api/description';
import type { Model } from '../api/models';
import { capitalized } from '../api/models';
import { ifMatch, objectPath, readNow, useObjectAfresh, useWrite, type Versioned } from '../api/objects';
import type { QueryValues } from '../api/request';
import type { ApiObject } from '../api/types';
import { pageOf } from '../components/ObjectLink';
import { PageHeader } from '../components/PageHeader';
import type { FormPanelProps } from '../pages/registration';
import { pagesOf } from '../pages/registry';
import { useEntered } from './entered';
import { changedValues, enteredFields, type FormValues, valuesOf } from './formValues';
import { Merge } from './Merge';
import { ObjectForm } from './ObjectForm';

/** Where an object is entered, or changed. Values in the address stand in the form of a new one. */
export function FormPage({ model, id }: { model: Model; id?: string }) {
  return id === undefined ? <AddPage model={model} /> : <EditPage model={model} id={id} />;
}

function AddPage({ model }: { model: Model }) {
  const description = useDescription(model);
  const [search] = useSearchParams();
  const [given, setGiven] = useState<FormValues>(() => givenValues(description, search));
  const [values, setValues] = useState(given);
  const letGo = useEntered(Object.keys(changedValues(given, values)).length > 0);
  const navigate = useNavigate();
  const { mutateAsync, error, isPending, reset } = useWrite<ApiObject>();
  /** Keys come faster than it is drawn that it is being saved, and until the page is left. */
  const isSent = useRef(false);
  const save = async (another: boolean) => {
    if (isSent.current) return;
    isSent.current = true;
    const { data } = await mutateAsync({ method: 'POST', path: `/api${model.url}`, body: sent(values) }).catch(
      (problem: unknown) => {
        isSent.current = false;
        throw problem;
      },
    );
    notifications.show({ message: `${capitalized(model.title)} ${data.display} is there.` });
    if (another) {
      isSent.current = false;
      reset();
      setValues(unnamed);
      setGiven(unnamed(values));
    } else {
      letGo();
      navigate(pageOf(data.url));
    }
  };
  return (
    <>
      <PageHeader title={`Add ${model.title}`} trail={[{ label: capitalized(model.plural), path: model.url }]} />
      <ObjectForm
        model={model}
        description={description}
        values={values}
        onChange={setValues}
        submitLabel="Save"
        offersAnother
        isSaving={isPending}
        errors={error instanceof ApiError ? error.fields : {}}
        notice={noticeOf(error)}
        onCancel={() => {
          letGo();
          navigate(model.url);
        }}
        onSubmit={(another) => void save(another).catch(() => undefined)}
      />
      <FormPanel model={model} values={values} onChange={setValues} />
    </>
  );
}

function EditPage({ model, id }: { model: Model; id: string }) {
  const description = useDescription(model);
  const query = shownWith(model);
  const read = useObjectAfresh(model, id, query);
  const [base, setBase] = useState<Versioned>(read);
  const [values, setValues] = useState<FormValues>(() => valuesOf(description, base.object));
  const [theirs, setTheirs] = useState<Versioned>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync, error, isPending } = useWrite<ApiObject>();
  const page = pageOf(base.object.url);
  const before = valuesOf(description, base.object);
  const letGo = useEntered(Object.keys(changedValues(before, values)).length > 0);
  const leave = () => {
    letGo();
    navigate(page);
  };
  const save = async () => {
    const body = changedValues(before, values);
    if (Object.keys(body).length === 0) return leave();
    try {
      await mutateAsync({
        method: 'PATCH',
        path: objectPath(model, id),
        body: sent(body),
        headers: ifMatch(base.etag),
      });
      leave();
    } catch (problem) {
      if (!isConflict(problem)) return;
      try {
        setTheirs(await readNow(client, model, id, query));
      } catch (failure) {
        notifications.show({ color: 'red', message: messageOf(failure) });
      }
    }
  };
  if (theirs)
    return (
      <Merge
        model={model}
        description={description}
        before={before}
        mine={values}
        theirs={theirs.object}
        onCancel={leave}
        onMerged={(merged) => {
          setBase(theirs);
          setValues(merged);
          setTheirs(undefined);
        }}
      />
    );
  return (
    <>
      <PageHeader
        title={`Edit ${base.object.display}`}
        trail={[
          { label: capitalized(model.plural), path: model.url },
          { label: base.object.display, path: page },
        ]}
      />
      <ObjectForm
        model={model}
        description={description}
        values={values}
        onChange={setValues}
        submitLabel="Save"
        isSaving={isPending}
        errors={error instanceof ApiError && !isConflict(error) ? error.fields : {}}
        notice={isConflict(error) ? undefined : noticeOf(error)}
        onCancel={leave}
        onSubmit={() => void save()}
      />
      <FormPanel model={model} values={values} onChange={setValues} />
    </>
  );
}

/** Relationships are shown to whoever asks for them. */
const shownWith = (model: Model): QueryValues =>
  model.abilities.includes('relationships') ? { depth: 1, include: 'relationships' } : { depth: 1 };

/** What a model has to help with its form. It stands outside of it: what is entered there is no part of it. */
function FormPanel(props: FormPanelProps) {
  const Panel = pagesOf(props.model).formPanel;
  return Panel ? (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  ) : null;
}

/** What a form says that is about no field. */
function noticeOf(error: unknown): string | undefined {
  if (!error) return undefined;
  return error instanceof ApiError && Object.keys(error.fields).length > 0 ? undefined : messageOf(error);
}

/** Numbers typed as text are numbers; what is not entered is not sent. */
const sent = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** What the next of several objects begins with: all but the name of the one before. */
const unnamed = ({ name: _name, ...kept }: FormValues): FormValues => kept;

/** What a new object has already: usual values, and what the address says. */
function givenValues(description: Description, search: URLSearchParams): FormValues {
  const values: FormValues = {};
  for (const field of enteredFields(description)) {
    if (field.default !== undefined) {
      const given = field.default;
      values[field.name] = typeof given === 'object' && given !== null && 'id' in given ? given.id : given;
    }
    const asked = search.getAll(field.name);
    if (asked.length === 0) continue;
    values[field.name] =
      field.kind === 'relatedMany' || field.kind === 'choices' || field.kind === 'texts'
        ? asked
        : field.kind === 'boolean'
          ? asked.at(-1) === 'true'
          : field.kind === 'integer' || field.kind === 'number'
            ? Number(asked.at(-1))
            : asked.at(-1);
  }
  return values;
}
