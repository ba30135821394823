import { ProtectedFromDeletion } from '@plumbline/engine';
import { type DeleteEffect, type Effect, type Rule, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { uuidArray } from '../cabling/terminations';

/** Of a chassis that is there already one of the members becomes the master. */
export const masterIsMember: Rule = ({ before, row, related: { master } }) =>
  before && master && master.virtual_chassis !== row.id
    ? { master: [`The selected master (${master.name}) is not assigned to this virtual chassis.`] }
    : undefined;

/** The master of a new chassis becomes its first member, wherever it was one before. */
export const masterJoins: Effect = async (candidates, { tx, now, alsoChanged }) => {
  const joining = candidates
    .filter(({ before, row }) => !before && row.master !== null)
    .map(({ row }) => ({ chassis: row.id, device: row.master as string }));
  if (joining.length === 0) return;
  const chassis = uuidArray(joining.map((one) => one.chassis));
  const devices = uuidArray(joining.map(({ device }) => device));
  await tx.run(sql.unsafe`
    UPDATE device SET virtual_chassis = joining.chassis, vc_position = coalesce(device.vc_position, 1),
      last_updated = ${now}::timestamptz
    FROM unnest(${chassis}, ${devices}) AS joining(chassis, device)
    WHERE device.id = joining.device`);
  await alsoChanged(
    'dcim.device',
    joining.map(({ device }) => device),
  );
};

/** Interfaces of different members that are bundled keep the chassis: without it they could not be. */
export const bundlesKeepChassis: DeleteEffect = async (chassis, { tx, select }) => {
  const ids = sql.array(
    chassis.map(({ id }) => id as string),
    'uuid',
  );
  const bundled = await tx.rows<{ id: string }>(sql.unsafe`
    SELECT interface.id FROM interface
    JOIN interface bundle ON bundle.id = interface.lag
    JOIN device ON device.id = interface.device
    WHERE device.virtual_chassis = ANY(${ids}) AND bundle.device <> interface.device`);
  if (bundled.length === 0) return;
  const named = await select(
    'dcim.interface',
    where(
      'id',
      'in',
      bundled.map(({ id }) => id),
    ),
    ['display'],
  );
  const protectors = named.map(({ id, display }) => ({
    label: 'dcim.interface',
    id: id as string,
    display: String(display),
  }));
  throw new ProtectedFromDeletion(protectors);
};

/** Without the chassis its members have neither a place nor a priority in it. */
export const membersLosePlaces: DeleteEffect = async (chassis, { tx, now, alsoChanged }) => {
  const members = await tx.rows<{ id: string }>(sql.unsafe`
    UPDATE device SET vc_position = NULL, vc_priority = NULL, last_updated = ${now}::timestamptz
    WHERE virtual_chassis = ANY(${sql.array(
      chassis.map(({ id }) => id as string),
      'uuid',
    )}) RETURNING id`);
  if (members.length > 0)
    await alsoChanged(
      'dcim.device',
      members.map(({ id }) => id),
    );
};
