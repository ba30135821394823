import { type Bus, type Call, changedBus, type Subject } from '@plumbline/bus';
import { Problem } from '@plumbline/http';
import type { SpanKind, SpanOptions, Tracing } from './tracing';

/**
 * The same bus, its requests part of the traces they are made in, and carried to whoever answers. What no trace asked
 * for is not traced, and events begin nothing: what follows them is done for everybody.
 */
export function tracedBus(bus: Bus, tracing: Tracing): Bus {
  const within = <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> => {
    const span = tracing.begin(options);
    return span
      .run(work)
      .catch((error) => {
        // A client's mistake is an answer.
        if (!(error instanceof Problem)) span.fail(error);
        throw error;
      })
      .finally(() => span.end());
  };

  return changedBus(bus, {
    request: <T>(subject: Subject, payload: unknown, call: Call) =>
      tracing.isActive()
        ? within(spanOf(subject, call, 'client'), () => {
            const trace = tracing.carry();
            return bus.request<T>(subject, payload, trace ? { ...call, trace } : call);
          })
        : bus.request<T>(subject, payload, call),
    serve: (app, handler) =>
      bus.serve(app, (payload, call, subject) =>
        call.trace
          ? within({ ...spanOf(subject, call, 'server'), from: call.trace }, () => handler(payload, call, subject))
          : handler(payload, call, subject),
      ),
    publish: (subject, payload) => tracing.apart(() => bus.publish(subject, payload)),
  });
}

const spanOf = ({ app, model, verb }: Subject, { requestId }: Call, kind: SpanKind): SpanOptions => ({
  name: `${app}.${model}.${verb}`,
  kind,
  attributes: {
    'rpc.system': 'plumbline',
    'rpc.service': app,
    'rpc.method': `${model}.${verb}`,
    'plumbline.request_id': requestId,
  },
});
