import type { Action, ActionHandler } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { lookup } from 'mime-types';
import { FileProxy } from '../models';
import { anyFile } from './anyFile';
import { attachment } from './attachment';
import { openFile } from './fileProxies';

/** The file itself, to be saved rather than shown: it may hold anything. */
const download: ActionHandler = async ({ work, row }) => {
  const file = await openFile(work, row!.id as string);
  if (!file) throw problems.notFound();
  return {
    status: 200,
    body: file.bytes,
    headers: {
      'Content-Type': lookup(file.name) || 'application/octet-stream',
      'Content-Disposition': attachment(file.name),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-cache',
    },
  };
};

/** The bytes of a file. */
export const downloadFile: Action = {
  model: FileProxy,
  name: 'download',
  methods: { GET: download },
  describe: {
    GET: {
      description: 'The bytes of the file.',
      responses: { 200: undefined },
      files: anyFile,
    },
  },
};
