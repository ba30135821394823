import { Alert, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError, messageOf } from '../api/apiError';
import { useDescriptionLater } from '../api/description';
import { useEverything } from '../api/everything';
import { capitalized, useModels } from '../api/models';
import { useWrite } from '../api/objects';
import type { QueryValues } from '../api/request';
import { Dialog } from '../components/Dialog';
import { Named } from '../components/Named';
import { RelatedPicker } from '../components/RelatedPicker';
import { useEntered } from '../form/entered';
import { FieldInput } from '../form/FieldInput';
import classes from './ConnectDialog.module.css';
import { type EndKind, endKinds, fitting } from './ends';

/** What a new cable begins at. */
export interface NearEnd {
  kind: EndKind;
  id: string;
  name: string;
  owner: string;
}

/** What ends of a kind are part of, and by which filter they are found. */
const ownersOf: Partial<Record<EndKind, { to: string; filter: string; label: string }>> = {
  'dcim.powerfeed': { to: 'dcim.powerpanel', filter: 'power_panel', label: 'Power panel' },
  'circuits.circuittermination': { to: 'circuits.circuit', filter: 'circuit', label: 'Circuit' },
};
const device = { to: 'dcim.device', filter: 'device', label: 'Device' };

const cableFieldNames = ['type', 'color', 'length', 'length_unit', 'label'];

/** Plugs a cable in: where it leads to, picked from what is free there, and what cable it is. */
export function ConnectDialog({ near, onClose }: { near: NearEnd; onClose(): void }) {
  const models = useModels();
  const cable = models.find('dcim.cable');
  const description = useDescriptionLater(cable);
  const statuses = useEverything(models.find('extras.status'), { content_types: 'dcim.cable', depth: 0 });
  const kinds = fitting[near.kind];
  const [kind, setKind] = useState<EndKind>(kinds[0]!);
  const [owner, setOwner] = useState<string | null>(null);
  const [far, setFar] = useState<string | null>(null);
  const [status, setStatus] = useState<string>();
  const [values, setValues] = useState<Record<string, unknown>>({});
  const isEntered = far !== null || Object.keys(values).length > 0;
  useEntered(isEntered);
  const { mutate, error, isPending } = useWrite(onClose);
  const owners = ownersOf[kind] ?? device;
  // Interfaces are found by the ids of devices under another name than all other ports.
  const ownerFilter = owners === device && models.find(kind)?.filters.device_id ? 'device_id' : owners.filter;
  const offered = (statuses.data?.results ?? []).map((one) => ({ value: String(one.id), label: one.display }));
  const usual = offered.find(({ label }) => label === 'Connected')?.value ?? offered[0]?.value ?? null;
  const fields = error instanceof ApiError ? error.fields : {};
  const shown = new Set([...cableFieldNames, 'status']);
  const others = Object.entries(fields).filter(([name]) => !shown.has(name));
  const among: QueryValues = {
    [ownerFilter]: owner,
    has_cable: false,
    ...(kind === 'dcim.interface' ? { kind: 'physical' } : {}),
  };
  const connect = () =>
    mutate({
      method: 'POST',
      path: '/api/dcim/cables/',
      body: {
        termination_a_type: near.kind,
        termination_a_id: near.id,
        termination_b_type: kind,
        termination_b_id: far,
        status: status ?? usual,
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)),
      },
    });
  const choose = (next: EndKind) => {
    setKind(next);
    setFar(null);
    if ((ownersOf[next] ?? device).to !== owners.to) setOwner(null);
  };
  return (
    <Dialog onClose={onClose} closeOnClickOutside={!isEntered} size="lg" title="Connect">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (far !== null) connect();
        }}
      >
        <Stack gap="sm">
          <div className={classes.near}>
            <span>From</span>
            <div>
              <Named text={near.owner} />{' '}
              <strong data-pl="mono">
                <Named text={near.name} />
              </strong>
            </div>
          </div>
          {kinds.length > 1 &&
            (kinds.length <= 3 ? (
              <SegmentedControl
                size="xs"
                aria-label="Kind of the other end"
                value={kind}
                data={kinds.map((one) => ({ value: one, label: capitalized(endKinds[one].one) }))}
                onChange={(value) => choose(value as EndKind)}
              />
            ) : (
              <Select
                label="Kind of the other end"
                allowDeselect={false}
                value={kind}
                data={kinds.map((one) => ({ value: one, label: capitalized(endKinds[one].one) }))}
                onChange={(value) => value !== null && choose(value as EndKind)}
              />
            ))}
          <div className={classes.pair}>
            <RelatedPicker
              to={owners.to}
              label={owners.label}
              value={owner}
              autoFocus
              onChange={(id) => {
                setOwner(id);
                setFar(null);
              }}
            />
            <RelatedPicker
              key={`${kind} ${owner}`}
              to={kind}
              label={`Free ${endKinds[kind].one}`}
              value={far}
              disabled={owner === null}
              placeholder={owner === null ? `Choose a ${owners.label.toLowerCase()} first` : 'Choose one that is free'}
              onChange={setFar}
              among={among}
              required
              error={fields.termination_b_id?.join(' ')}
            />
          </div>
          <div className={classes.cable}>
            <Select
              label="Status"
              allowDeselect={false}
              value={status ?? usual}
              data={offered}
              error={fields.status?.join(' ')}
              onChange={(value) => setStatus(value ?? undefined)}
            />
            {cableFieldNames.map((name) => {
              const field = description?.field(name);
              return (
                field && (
                  <FieldInput
                    key={name}
                    field={field}
                    value={values[name]}
                    error={fields[name]?.join(' ')}
                    onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
                  />
                )
              );
            })}
          </div>
          {error && (others.length > 0 || Object.keys(fields).length === 0) && (
            <Alert color="red" variant="light" role="alert">
              {others.length > 0 ? others.flatMap(([, messages]) => messages).join(' ') : messageOf(error)}
            </Alert>
          )}
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed">
              Only what has no cable yet is offered.
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isPending} disabled={far === null}>
                Connect
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
