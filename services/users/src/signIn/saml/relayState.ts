import { timingSafeEqual } from 'node:crypto';
import { keyedDigest, type UnitOfWork } from '@plumbline/engine';
import { flowSeconds } from '../flow';

/**
 * What a provider hands back beside its answer: the request that a browser was sent with, until when it is waited for, and
 * a proof of both. SAML lets it have 80 characters, and it has 79.
 */
export function relayStateOf(work: UnitOfWork, key: string, request: string): string {
  const expires = Math.ceil(Date.now() / 1_000 + flowSeconds).toString(36);
  return [request, expires, proofOf(work, key, request, expires)].join('.');
}

/** The request in it; undefined when it was not begun here, or is over. */
export function requestIn(work: UnitOfWork, key: string, relayState: string): string | undefined {
  const [request = '', expires = '', proof = ''] = relayState.split('.', 3);
  const isOurs = isSame(proof, proofOf(work, key, request, expires));
  return isOurs && Number.parseInt(expires, 36) * 1_000 > Date.now() ? request : undefined;
}

const proofOf = ({ engine }: UnitOfWork, ...parts: string[]): string =>
  keyedDigest(JSON.stringify(['saml', ...parts]), engine.settings.secretKey, 'sign-in attempt');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
