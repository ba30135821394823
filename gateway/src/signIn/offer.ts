import type { Bus, Call } from '@plumbline/bus';
import type { SignInOffer } from '@plumbline/http';

/** Milliseconds after which the users service is asked again: it may have been started anew with other settings. */
const lifetime = 30_000;
/** Milliseconds it has to answer. */
const patience = 5_000;

/** Which ways of signing in there are, as the users service last said. */
export interface Offer {
  /** At once when it is known. */
  get(call: Pick<Call, 'requestId'>): SignInOffer | Promise<SignInOffer>;
}

/** Asks when somebody wants to know, and again every half minute, behind the back of whoever asks then. */
export function createOffer(bus: Bus): Offer {
  let known: SignInOffer | undefined;
  let askedAt = 0;
  let asking: Promise<SignInOffer> | undefined;

  async function ask(requestId: string): Promise<SignInOffer> {
    const call = { requestId, deadline: Date.now() + patience };
    known = await bus.request<SignInOffer>({ app: 'users', model: 'identity', verb: 'offer' }, {}, call);
    return known;
  }

  return {
    get({ requestId }) {
      if (!known || Date.now() - askedAt > lifetime) {
        if (!asking) {
          askedAt = Date.now();
          asking = ask(requestId).finally(() => {
            asking = undefined;
          });
          // Whoever waits for it hears of a failure; whoever does not goes by what was said before.
          asking.catch(() => undefined);
        }
        if (!known) return asking;
      }
      return known;
    },
  };
}
