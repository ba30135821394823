import { contextScopes } from '@plumbline/domain';
import type { Label } from '@plumbline/model';
import { folderOf } from './parts';

/** What the files of some folders of `config_contexts` give data of its own to, each to the object it is named after. */
export const localFolders: Readonly<Record<string, Label>> = {
  devices: 'dcim.device',
  virtual_machines: 'virtualization.virtualmachine',
};

/** Folders of `config_contexts` whose files are for what they are named after. */
export const contextFolders: string[] = [...Object.keys(localFolders), ...contextScopes];

/** Whether a file is about one device or virtual machine. */
export const isLocal = (path: string): boolean => Object.hasOwn(localFolders, folderOf(path) ?? '');
