import { Link } from 'react-router';
import { useModels } from '../../api/models';
import { useList } from '../../api/objects';
import { isRelated, type RelatedObject } from '../../api/types';
import { Named } from '../../components/Named';
import { nameOf, ObjectLink } from '../../components/ObjectLink';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './RouteTargets.module.css';

interface Vrf extends RelatedObject {
  import_targets: RelatedObject[];
  export_targets: RelatedObject[];
}

const related = (value: unknown): RelatedObject[] => (Array.isArray(value) ? value.filter(isRelated) : []);
const has = (targets: RelatedObject[], id: unknown) => targets.some((target) => target.id === id);

/** Whose routes a VRF takes, and who takes its: one question for all that share a target. */
export function RouteTargets({ model, object }: ObjectProps) {
  const imports = related(object.import_targets);
  const exports = related(object.export_targets);
  const ids = [...new Set([...imports, ...exports].map(({ id }) => String(id)))];
  const options = { depth: 0, limit: 500 };
  const exporting = useList<Vrf & { object_type: string; display: string }>(
    model,
    { ...options, export_targets: imports.map(({ id }) => id) },
    imports.length > 0,
  );
  const importing = useList<Vrf & { object_type: string; display: string }>(
    model,
    { ...options, import_targets: exports.map(({ id }) => id) },
    exports.length > 0,
  );
  if (ids.length === 0)
    return (
      <Section title="Route targets">
        <span className={classes.quiet}>It neither imports nor exports anything.</span>
      </Section>
    );
  const others = (found: typeof exporting) => (found.data?.results ?? []).filter(({ id }) => id !== object.id);
  return (
    <Section title="Route targets">
      <div className={classes.both}>
        <Side
          title="Imports"
          words="from"
          targets={imports}
          vrfsOf={(id) => others(exporting).filter((vrf) => has(vrf.export_targets, id))}
          isLoading={exporting.isLoading}
        />
        <Side
          title="Exports"
          words="to"
          targets={exports}
          vrfsOf={(id) => others(importing).filter((vrf) => has(vrf.import_targets, id))}
          isLoading={importing.isLoading}
        />
      </div>
    </Section>
  );
}

function Side({
  title,
  words,
  targets,
  vrfsOf,
  isLoading,
}: {
  title: string;
  words: string;
  targets: RelatedObject[];
  vrfsOf: (id: unknown) => RelatedObject[];
  isLoading: boolean;
}) {
  return (
    <div>
      <h3>{title}</h3>
      {targets.length === 0 && <span className={classes.quiet}>Nothing</span>}
      <ul>
        {targets.map((target) => {
          const vrfs = vrfsOf(target.id);
          return (
            <li key={target.id}>
              <span data-pl="mono">
                <ObjectLink object={target} />
              </span>
              <span className={classes.vrfs}>
                <span className={classes.quiet}>{words}</span>
                {vrfs.map((vrf) => (
                  <Link key={vrf.id} to={`/ipam/vrfs/${vrf.id}/`} className={classes.vrf}>
                    <Named text={String(vrf.name ?? nameOf(vrf))} />
                  </Link>
                ))}
                {vrfs.length === 0 && <span className={classes.quiet}>{isLoading ? '…' : 'nobody'}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Which VRFs take and give the routes of a target. */
export function TargetUsers({ object }: ObjectProps) {
  const vrfs = useModels().find('ipam.vrf');
  const options = { depth: 0, limit: 500 };
  const importing = useList(vrfs ?? { url: '' }, { ...options, import_targets: object.id }, vrfs !== undefined);
  const exporting = useList(vrfs ?? { url: '' }, { ...options, export_targets: object.id }, vrfs !== undefined);
  return (
    <Section title="Who has it">
      <div className={classes.both}>
        {(
          [
            ['Exported by', exporting],
            ['Imported by', importing],
          ] as const
        ).map(([title, found]) => (
          <div key={title}>
            <h3>{title}</h3>
            <span className={classes.vrfs}>
              {(found.data?.results ?? []).map((vrf) => (
                <Link key={vrf.id} to={`/ipam/vrfs/${vrf.id}/`} className={classes.vrf}>
                  <Named text={String(vrf.name ?? vrf.display)} />
                </Link>
              ))}
              {found.data?.count === 0 && <span className={classes.quiet}>Nobody</span>}
            </span>
          </div>
        ))}
      </div>
    </Section>
  );
}
