import { Link } from 'react-router';
import { capitalized, type Referrer, useModels } from '../../api/models';
import { useReferrerCounts } from '../../api/referrerCounts';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './TenantHoldings.module.css';

/** Everything that is a tenant's, by kind, with a number that leads to it. */
export function TenantHoldings({ model, object }: ObjectProps) {
  const referrers = useModels()
    .referrersOf(model.label)
    .filter(({ relation }) => relation.field === 'tenant');
  const counts = useReferrerCounts(model, String(object.id), referrers.length > 0);
  const apps = [...new Set(referrers.map((one) => one.model.app))];
  const names: Record<string, string> = { dcim: 'Inventory', ipam: 'Networks' };
  return (
    <Section title="What is theirs">
      <div className={classes.apps}>
        {apps.map((app) => (
          <div key={app}>
            <h3>{names[app] ?? capitalized(app)}</h3>
            <ul>
              {referrers
                .filter((one) => one.model.app === app)
                .map((one) => (
                  <Holding
                    key={one.model.label}
                    {...one}
                    id={String(object.id)}
                    count={counts?.[one.model.label]?.[one.relation.filter]}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Holding({ model, relation, id, count }: Referrer & { id: string; count: number | undefined }) {
  return (
    <li data-none={count === 0 || undefined}>
      <Link to={`${model.url}?${relation.filter}=${id}`}>{capitalized(model.plural)}</Link>
      <span>{count === undefined ? '' : count.toLocaleString('en')}</span>
    </li>
  );
}
