import { Link } from 'react-router';
import { capitalized } from '../api/models';
import { usePath } from '../api/objects';
import { PageHeader } from '../components/PageHeader';
import { Section } from '../components/Section';
import classes from './HomePage.module.css';

type Counts = Record<string, ({ model: string; name: string; url: string; count: number } | { model: string })[]>;

/** The start: how much there is of what, what happened last, and what needs looking after. */
export function HomePage() {
  const { data } = usePath<Counts>('/api/ui/get-object-counts/');
  return (
    <>
      <PageHeader title="Home" />
      <div className={classes.page}>
        {Object.entries(data ?? {}).map(([section, counted]) => {
          const shown = counted.flatMap((one) => ('count' in one ? [one] : []));
          if (shown.length === 0) return null;
          return (
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
          );
        })}
      </div>
    </>
  );
}
