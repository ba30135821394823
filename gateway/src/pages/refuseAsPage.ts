import { errorAnswer } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { ErrorRequestHandler } from 'express';
import { recordOf } from '../requestRecord';
import { sendNotice } from './page';

/** Makes what comes after all pages: people read these, so a problem is told as one. */
export function createRefuseAsPage(log: Log): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const { status, body, headers } = errorAnswer(error, { log, requestId: recordOf(res).requestId });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const text = 'detail' in body && typeof body.detail === 'string' ? body.detail : 'It has been noted in the log.';
    const title = status >= 500 ? 'That did not work' : 'That cannot be done';
    sendNotice(req, res, status, { title, text, link: { path: req.url, label: 'Try again' } }, { headers });
  };
}
