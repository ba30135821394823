import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';

/** As much of an express application as is needed here. */
interface Application extends RequestListener {
  request: object;
  response: object;
}

const isApplication = (app: RequestListener): app is Application => 'request' in app && 'response' in app;

/**
 * Classes for a server whose requests and responses are born with the prototypes express would give them; none for
 * other listeners. Express otherwise swaps the prototypes of each of them, which makes V8 give up its optimisations for
 * the object and costs more than everything else express does.
 */
export function expressMessages(app: RequestListener): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  if (!isApplication(app)) return {};
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
