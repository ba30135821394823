import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { type Description, useDescription } from '../api/description';
import { capitalized, type Model, useModels } from '../api/models';
import { useObject } from '../api/objects';
import { useReferrerCounts } from '../api/referrerCounts';
import { type ApiObject, isRelated } from '../api/types';
import { nameOf, pageOf } from '../components/ObjectLink';
import { PageHeader } from '../components/PageHeader';
import { PageSkeleton } from '../components/PageSkeleton';
import { isColored, StatusBadge } from '../components/StatusBadge';
import type { ObjectProps, ObjectTab } from '../pages/registration';
import { pagesOf } from '../pages/registry';
import { NotFound } from '../shell/NotFound';
import { useSignKeys } from '../shell/useSignKeys';
import { CustomLinks } from './CustomLinks';
import { generalTabs } from './generalTabs';
import { JobButtons } from './JobButtons';
import { ObjectActions } from './ObjectActions';
import classes from './ObjectPage.module.css';
import { Overview } from './Overview';
import { ReferrerTab } from './ReferrerTab';
import { type Referring, referrerTabs } from './referrerTabs';
import { useOwnModel } from './useOwnModel';

/** The page of an object: what it is, what refers to it, what was said of it and done to it. */
export function ObjectPage({ model: known, id, tab }: { model: Model; id: string; tab: string | undefined }) {
  const description = useDescription(known);
  const { object, etag } = useObject(known, id);
  const model = useOwnModel(known, id);
  const models = useModels();
  const navigate = useNavigate();
  const own = pagesOf(model);
  const props: ObjectProps = { model, object, etag };
  const tabs: ObjectTab[] = [...(own.tabs ?? []), ...generalTabs].filter(({ when }) => when?.(object, model) ?? true);
  const referrers = referrerTabs(models, model, own.hiddenReferrers ?? []);
  const counts = useReferrerCounts(model, id, referrers.length > 0);
  const current = tab ?? 'overview';
  const page = pageOf(object.url);
  const names = [
    'overview',
    ...(own.tabs ?? []).filter((one) => tabs.includes(one)).map(({ name }) => name),
    ...referrers.map(({ name }) => name),
    ...generalTabs.filter((one) => tabs.includes(one)).map(({ name }) => name),
  ];
  const go = (name: string | null) => navigate(name === 'overview' || name === null ? page : `${page}${name}/`);
  const step = (by: number) => go(names[(names.indexOf(current) + by + names.length) % names.length]!);
  useSignKeys({
    e: () => model.may.includes('change') && navigate(`${page}edit/`),
    '[': () => step(-1),
    ']': () => step(1),
  });
  if (!names.includes(current)) return <NotFound />;
  const chosen = tabs.find(({ name }) => name === current);
  const referrer = referrers.find(({ name }) => name === current);
  const label = (one: ObjectTab) => {
    const count = one.count?.(object);
    return (
      <Tabs.Tab
        key={one.name}
        value={one.name}
        rightSection={count === undefined ? undefined : <span className={classes.count}>{count}</span>}
      >
        {one.label}
      </Tabs.Tab>
    );
  };
  return (
    <>
      <PageHeader
        title={object.display}
        trail={trailOf(model, description, object)}
        after={
          <>
            <Badges object={object} />
            {own.headline && <own.headline {...props} />}
          </>
        }
      >
        {own.actions && (
          <Suspense>
            <own.actions {...props} />
          </Suspense>
        )}
        <CustomLinks {...props} />
        <JobButtons {...props} />
        <ObjectActions {...props} />
      </PageHeader>
      <Tabs
        value={current}
        onChange={go}
        keepMounted={false}
        activateTabWithKeyboard={false}
        classNames={{ list: classes.tabs!, tab: classes.tab! }}
      >
        <Tabs.List aria-label={`About ${object.display}`}>
          <Tabs.Tab value="overview">{capitalized(model.title)}</Tabs.Tab>
          {tabs.filter((one) => !generalTabs.includes(one)).map(label)}
          {referrers.map((one) => (
            <CountedTab
              key={one.name}
              {...one}
              count={counts?.[one.model.label]?.[one.filter]}
              isCurrent={one.name === current}
            />
          ))}
          {tabs.filter((one) => generalTabs.includes(one)).map(label)}
        </Tabs.List>
        <Tabs.Panel value={current}>
          <Suspense fallback={<PageSkeleton />}>
            {current === 'overview' && <Overview {...props} description={description} />}
            {chosen && <chosen.component {...props} />}
            {referrer && <ReferrerTab {...referrer} object={object} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** A tab of what refers to the object; where nothing does, and one is not there, it is not shown. */
function CountedTab({ name, label, count, isCurrent }: Referring & { count: number | undefined; isCurrent: boolean }) {
  if (!count && !isCurrent) return null;
  return (
    <Tabs.Tab value={name} rightSection={<span className={classes.count}>{count ?? ''}</span>}>
      {label}
    </Tabs.Tab>
  );
}

function Badges({ object }: { object: ApiObject }) {
  return [object.status, object.role].map((value) =>
    isColored(value) && isRelated(value) ? (
      <StatusBadge key={value.url} name={nameOf(value)} color={value.color} />
    ) : null,
  );
}

/** The way to an object: its model's list, and what it lies in. */
function trailOf(model: Model, description: Description, object: ApiObject): { label: string; path: string }[] {
  const list = { label: capitalized(model.plural), path: model.url };
  const within = ['parent', 'device', 'virtual_machine', 'rack', 'location']
    .filter((name) => description.field(name) !== undefined)
    .map((name) => object[name])
    .find(isRelated);
  return within ? [list, { label: nameOf(within), path: pageOf(within.url) }] : [list];
}
