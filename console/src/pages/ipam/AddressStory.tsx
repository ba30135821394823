import { Link } from 'react-router';
import { useEverything } from '../../api/everything';
import { useModels } from '../../api/models';
import { useList } from '../../api/objects';
import { isRelated } from '../../api/types';
import { Moment } from '../../components/Moment';
import { Named } from '../../components/Named';
import { ObjectLink } from '../../components/ObjectLink';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './AddressStory.module.css';
import { useAddressFacts } from './useAddressFacts';

/** Where an address is: the prefixes around it, from the outermost, and whoever has it, from the network to the device. */
export function AddressStory({ object }: ObjectProps) {
  const models = useModels();
  const prefixes = models.find('ipam.prefix');
  const parent = isRelated(object.parent) ? object.parent : undefined;
  // A prefix shown within another object names its namespace by its URL.
  const namespace = typeof parent?.namespace === 'string' ? parent.namespace.split('/').at(-2) : undefined;
  const around = useEverything(
    prefixes,
    { contains: String(object.host), namespace, depth: 0 },
    namespace !== undefined,
  );
  const { data } = useAddressFacts(String(object.id));
  const outside = (Array.isArray(object.nat_outside_list) ? object.nat_outside_list : []).filter(isRelated);
  const inside = isRelated(object.nat_inside) ? object.nat_inside : undefined;
  const holders = [
    ...(data?.interfaces ?? []).map(({ id, name, device }) => ({
      id,
      name,
      path: `/dcim/interfaces/${id}/`,
      of: device && { name: device.name ?? 'A device without a name', path: `/dcim/devices/${device.id}/` },
      isPrimary: device?.primary_ip4?.id === object.id || device?.primary_ip6?.id === object.id,
    })),
    ...(data?.vm_interfaces ?? []).map(({ id, name, virtual_machine: machine }) => ({
      id,
      name,
      path: `/virtualization/interfaces/${id}/`,
      of: machine && { name: machine.name, path: `/virtualization/virtual-machines/${machine.id}/` },
      isPrimary: machine?.primary_ip4?.id === object.id || machine?.primary_ip6?.id === object.id,
    })),
  ];
  return (
    <Section title="Where it is">
      <ol className={classes.way}>
        {(around.data?.results ?? []).map((one) => (
          <Step key={one.id} kind="Prefix" mono>
            <ObjectLink object={one} />
            {typeof one.description === 'string' && one.description !== '' && (
              <span className={classes.quiet}>
                <Named text={one.description} />
              </span>
            )}
          </Step>
        ))}
        {outside.map((one) => (
          <Step key={one.id} kind="Seen outside as" mono>
            <ObjectLink object={one} />
          </Step>
        ))}
        <Step kind="This address" mono isHere>
          <b>{object.display}</b>
          {typeof object.dns_name === 'string' && object.dns_name !== '' && (
            <span className={classes.quiet}>
              <Named text={object.dns_name} />
            </span>
          )}
        </Step>
        {inside && (
          <Step kind="Translates to" mono>
            <ObjectLink object={inside} />
          </Step>
        )}
        {holders.map((one) => (
          <Step key={one.id} kind="Interface">
            {one.of && (
              <>
                <Link to={one.of.path}>
                  <Named text={one.of.name} />
                </Link>
                <span aria-hidden="true">›</span>
              </>
            )}
            <Link to={one.path}>
              <Named text={one.name} />
            </Link>
            {one.isPrimary && <span className={classes.mark}>primary</span>}
          </Step>
        ))}
        {data && holders.length === 0 && (
          <Step kind="Interface">
            <span className={classes.quiet}>No interface has it.</span>
          </Step>
        )}
      </ol>
    </Section>
  );
}

function Step({
  kind,
  mono,
  isHere,
  children,
}: {
  kind: string;
  mono?: boolean;
  isHere?: boolean;
  children: React.ReactNode;
}) {
  return (
    <li data-here={isHere || undefined}>
      <span className={classes.kind}>{kind}</span>
      <span className={classes.what} data-pl={mono ? 'mono' : undefined}>
        {children}
      </span>
    </li>
  );
}

const verbs: Record<string, string> = { create: 'made it', update: 'changed it', delete: 'removed it' };

/** What was done to an address lately, and by whom. */
export function AddressHistory({ object }: ObjectProps) {
  const changes = useModels().find('extras.objectchange');
  const { data } = useList(
    changes ?? { url: '' },
    { changed_object_id: String(object.id), limit: 6, depth: 0 },
    changes !== undefined,
  );
  if (!changes) return <span className={classes.quiet}>You may not see changes.</span>;
  if (!data) return <div style={{ minHeight: '3rem' }} />;
  return (
    <ol className={classes.history}>
      {data.results.map((change) => (
        <li key={change.id}>
          <Named text={String(change.user_name)} /> {verbs[(change.action as { value: string }).value] ?? 'touched it'}{' '}
          <Link to={`${changes.url}${change.id}/`}>
            <Moment value={String(change.time)} />
          </Link>
        </li>
      ))}
      {data.count === 0 && <li className={classes.quiet}>Nothing is recorded.</li>}
    </ol>
  );
}
