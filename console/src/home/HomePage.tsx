import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../api/apiError';
import { useMe } from '../api/me';
import { capitalized, useModels } from '../api/models';
import { usePath } from '../api/objects';
import { Notice } from '../components/Notice';
import { PageHeader } from '../components/PageHeader';
import { Section } from '../components/Section';
import { homePanels } from '../pages/registry';
import classes from './HomePage.module.css';
import { JobNews } from './JobNews';
import { RecentChanges } from './RecentChanges';

type Counts = Record<string, ({ model: string; name: string; url: string; count: number } | { model: string })[]>;

/** The start: what needs looking after, how much there is of what, and what happened last. */
export function HomePage() {
  const me = useMe();
  const models = useModels();
  const { data, error } = usePath<Counts>('/api/ui/get-object-counts/');
  const mayView = (label: string | undefined) =>
    label === undefined || (models.find(label)?.may.includes('view') ?? false);
  const panels = homePanels.filter(({ requires }) => mayView(requires));
  const sections = Object.entries(data ?? {}).flatMap(([section, counted]) => {
    const shown = counted.flatMap((one) => ('count' in one ? [one] : []));
    return shown.length > 0 ? [{ section, shown }] : [];
  });
  return (
    <>
      <PageHeader title={`Hello ${me.first_name || me.username}`} />
      {!models.all.some(({ may }) => may.includes('view')) && (
        <Notice title="There is nothing that you may see yet">Whoever looks after Plumbline here can permit it.</Notice>
      )}
      <div className={classes.page}>
        <div className={classes.attention}>
          {panels
            .filter(({ place }) => place === 'attention')
            .map(({ title, component: Component }) => (
              <Suspense key={title}>
                <Component />
              </Suspense>
            ))}
        </div>
        <div className={classes.sections}>
          {data === undefined && (error ? <p role="alert">{messageOf(error)}</p> : <Skeleton height={180} />)}
          {sections.map(({ section, shown }) => (
            <Section key={section} title={section}>
              <ul className={classes.counts}>
                {shown.map(({ model, name, url, count }) => (
                  <li key={model}>
                    <Link to={url}>
                      <b>{count.toLocaleString('en')}</b>
                      <span>{capitalized(name)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Section>
          ))}
        </div>
        <div className={classes.news}>
          {mayView('extras.objectchange') && <RecentChanges />}
          {mayView('extras.jobresult') && <JobNews />}
          {panels
            .filter(({ place }) => place === 'news')
            .map(({ title, component: Component }) => (
              <Section key={title} title={title}>
                <Suspense fallback={<Skeleton height={120} />}>
                  <Component />
                </Suspense>
              </Section>
            ))}
        </div>
      </div>
    </>
  );
}
