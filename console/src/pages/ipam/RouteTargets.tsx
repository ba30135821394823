import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { quoted, useGraph } from '../../api/graph';
import { type Model, useModels } from '../../api/models';
import { useList } from '../../api/objects';
import { isRelated, type RelatedObject } from '../../api/types';
import { AllOfThem } from '../../components/AllOfThem';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { ObjectLink } from '../../components/ObjectLink';
import { Pager } from '../../components/Pager';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './RouteTargets.module.css';

interface Vrf {
  id: string | number;
  name: string;
}

/** VRFs that are shown of a target; the list has all of them. */
const most = 20;
/** Targets of a side that are shown at a time: their VRFs are asked for in one question, which has room for so many. */
const ofSide = 50;

const related = (value: unknown): RelatedObject[] => (Array.isArray(value) ? value.filter(isRelated) : []);

/** Whose routes a VRF takes, and who takes its. */
export function RouteTargets({ model, object }: ObjectProps) {
  const imports = related(object.import_targets);
  const exports = related(object.export_targets);
  if (imports.length + exports.length === 0)
    return (
      <Section title="Route targets">
        <span className={classes.quiet}>It neither imports nor exports anything.</span>
      </Section>
    );
  const own = String(object.id);
  return (
    <Section title="Route targets">
      <div className={classes.both}>
        <Side title="Imports" words="from" targets={imports} filter="export_targets" model={model} own={own} />
        <Side title="Exports" words="to" targets={exports} filter="import_targets" model={model} own={own} />
      </div>
    </Section>
  );
}

interface SideProps {
  title: string;
  words: string;
  targets: RelatedObject[];
  /** What finds the VRFs at the other end of a target. */
  filter: 'import_targets' | 'export_targets';
  model: Model;
  /** The VRF that is shown; it is none of the others. */
  own: string;
}

function Side({ title, words, targets, filter, model, own }: SideProps) {
  const [offset, setOffset] = useState(0);
  const shown = targets.slice(offset, offset + ofSide);
  // One more than is shown, to know of it, and the VRF itself, which may be among them.
  const lists = shown.map(
    ({ id }, index) => `t${index}: vrfs(${filter}: ${quoted([String(id)])}, limit: ${most + 2}) { id name }`,
  );
  const { data, error } = useGraph<Record<string, Vrf[] | null>>(`{ ${lists.join(' ')} }`, lists.length > 0);
  return (
    <div>
      <h3>{title}</h3>
      {targets.length === 0 && <span className={classes.quiet}>Nothing</span>}
      {error && <span role="alert">{messageOf(error)}</span>}
      <ul>
        {shown.map((target, index) => (
          <li key={target.id}>
            <span data-pl="mono">
              <ObjectLink object={target} />
            </span>
            <span className={classes.vrfs}>
              <span className={classes.quiet}>{words}</span>
              <Vrfs
                vrfs={data && (data[`t${index}`] ?? []).filter(({ id }) => String(id) !== own)}
                nobody={error ? '' : 'nobody'}
                model={model}
                query={{ [filter]: target.id }}
              />
            </span>
          </li>
        ))}
      </ul>
      <Pager
        offset={offset}
        shown={shown.length}
        count={targets.length}
        size={ofSide}
        noun="targets"
        back="Back"
        on="On"
        onTurn={setOffset}
      />
    </div>
  );
}

interface VrfsProps {
  /** Those there are, or more than are shown; undefined as long as they are on their way. */
  vrfs: Vrf[] | undefined;
  nobody: string;
  model: Model;
  query: Record<string, string | number>;
  count?: number;
}

function Vrfs({ vrfs, nobody, model, query, count }: VrfsProps) {
  if (!vrfs) return <span className={classes.quiet}>{nobody && '…'}</span>;
  if (vrfs.length === 0) return <span className={classes.quiet}>{nobody}</span>;
  return (
    <>
      {vrfs.slice(0, most).map((vrf) => (
        <Link key={vrf.id} to={`${model.url}${vrf.id}/`} className={classes.vrf}>
          <Named text={vrf.name} />
        </Link>
      ))}
      {vrfs.length > most && (
        <AllOfThem model={model} query={query} shown={most} {...(count === undefined ? {} : { count })} />
      )}
    </>
  );
}

/** Which VRFs take and give the routes of a target. */
export function TargetUsers({ object }: ObjectProps) {
  const vrfs = useModels().find('ipam.vrf');
  if (!vrfs) return <Notice title="You may not see VRFs" />;
  return (
    <Section title="Who has it">
      <div className={classes.both}>
        <Users title="Exported by" model={vrfs} query={{ export_targets: object.id }} />
        <Users title="Imported by" model={vrfs} query={{ import_targets: object.id }} />
      </div>
    </Section>
  );
}

function Users({ title, model, query }: { title: string; model: Model; query: Record<string, string | number> }) {
  const { data, error } = useList(model, { ...query, depth: 0, limit: most + 1 });
  return (
    <div>
      <h3>{title}</h3>
      {error && <span role="alert">{messageOf(error)}</span>}
      <span className={classes.vrfs}>
        <Vrfs
          vrfs={data?.results.map(({ id, name, display }) => ({ id, name: String(name ?? display) }))}
          nobody={error ? '' : 'Nobody'}
          model={model}
          query={query}
          {...(data ? { count: data.count } : {})}
        />
      </span>
    </div>
  );
}
