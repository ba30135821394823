import { Link } from 'react-router';
import { capitalized, type Referrer, useModels } from '../../api/models';
import { useCount } from '../../api/objects';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './TenantHoldings.module.css';

/** Everything that is a tenant's, by kind, with a number that leads to it. */
export function TenantHoldings({ model, object }: ObjectProps) {
  const referrers = useModels()
    .referrersOf(model.label)
    .filter(({ relation }) => relation.field === 'tenant');
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
                  <Holding key={one.model.label} {...one} id={String(object.id)} />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Holding({ model, relation, id }: Referrer & { id: string }) {
  const count = useCount(model, { [relation.filter]: id });
  return (
    <li data-none={count === 0 || undefined}>
      <Link to={`${model.url}?${relation.filter}=${id}`}>{capitalized(model.plural)}</Link>
      <span>{count === undefined ? '' : count.toLocaleString('en')}</span>
    </li>
  );
}
