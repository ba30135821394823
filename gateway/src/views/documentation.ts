import { defaultApiVersion, lastValue, type Negotiated } from '@plumbline/http';
import type { ApiDescription } from '../openapi/apiDescription';
import { sendExplorer } from '../pages/explorer';
import { sendReference } from '../pages/reference';
import { pathPrefix, redirect } from '../redirect';
import type { DocumentView } from './documentView';

const page: Negotiated = { version: defaultApiVersion, renderer: 'html' };

/** The documentation for people: the explorer, and everything on one page. */
export function documentationViews(description: ApiDescription): DocumentView[] {
  const explorer: DocumentView = {
    path: '/api/docs/',
    open(_req, query) {
      if (lastValue(query, 'format') !== 'openapi') return { negotiated: page, respond: sendExplorer };
      const version = lastValue(query, 'api_version');
      const suffix = version === undefined ? '' : `?api_version=${encodeURIComponent(version)}`;
      return {
        respond: (req, res) => redirect(req, res, `${pathPrefix(req)}/api/swagger.json${suffix}`, { status: 301 }),
      };
    },
  };
  const reference: DocumentView = {
    path: '/api/redoc/',
    open: () => ({
      negotiated: page,
      async respond(req, res, gatewayRequest) {
        sendReference(req, res, await description.document(defaultApiVersion, gatewayRequest));
      },
    }),
  };
  return [explorer, reference];
}
