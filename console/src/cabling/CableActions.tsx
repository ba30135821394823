import { Button } from '@mantine/core';
import { useState } from 'react';
import { useModels } from '../api/models';
import { isRelated } from '../api/types';
import { Icon } from '../components/Icon';
import { nameOf } from '../components/ObjectLink';
import type { ObjectProps } from '../pages/registration';
import { ConnectDialog } from './ConnectDialog';
import { Disconnect } from './Disconnect';
import { isEndKind } from './ends';

/** Kinds of interfaces that take no cable. */
const unpluggable = /^(?:virtual|bridge|lag|ieee802\.11(?:a|g|n|ac|ad))$/;

/** Plugs a cable in, or pulls it out, where somebody may. */
export function CableActions({ model, object }: ObjectProps) {
  const may = useModels().find('dcim.cable')?.may ?? [];
  const [does, setDoes] = useState<'connect' | 'disconnect'>();
  const { label } = model;
  if (!isEndKind(label)) return null;
  const { cable } = object;
  const owner = [object.device, object.circuit, object.power_panel].find(isRelated);
  const near = {
    kind: label,
    id: String(object.id),
    name: typeof object.name === 'string' ? object.name : object.display,
    owner: owner ? nameOf(owner) : '',
  };
  if (isRelated(cable)) {
    if (!may.includes('delete')) return null;
    return (
      <>
        <Button variant="default" onClick={() => setDoes('disconnect')}>
          Disconnect
        </Button>
        {does === 'disconnect' && (
          <Disconnect cable={String(cable.id)} near={near.name} onClose={() => setDoes(undefined)} />
        )}
      </>
    );
  }
  const { type } = object;
  const takesCable =
    !(typeof type === 'object' && type !== null && 'value' in type && unpluggable.test(String(type.value))) &&
    !isRelated(object.provider_network);
  if (!may.includes('add') || !takesCable) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="cable" size={14} />} onClick={() => setDoes('connect')}>
        Connect
      </Button>
      {does === 'connect' && <ConnectDialog near={near} onClose={() => setDoes(undefined)} />}
    </>
  );
}
