import { isObject } from '@plumbline/domain';
import type { Rule } from '@plumbline/model';
import { isBlankJson } from '../rules/json';
import { parameterText, secretProviders } from './providers';

/** The provider is one there is, and it is told something. */
export const providerIsKnown: Rule = ({ row: { provider, parameters } }) => {
  const parametersAre = isBlankJson(parameters)
    ? 'This field cannot be blank.'
    : isObject(parameters)
      ? undefined
      : 'JSON data must be in object form. Example: {"foo": 123}';
  const isKnown = secretProviders.has(String(provider));
  if (isKnown && !parametersAre) return undefined;
  return {
    ...(parametersAre ? { parameters: [parametersAre] } : {}),
    ...(isKnown ? {} : { provider: [`No registered provider "${provider}" is available`] }),
  };
};

/** What the provider is told is of a form that it can use; what it is not told is the empty text. */
export const parametersFit: Rule = ({ row: { provider, parameters } }) => {
  const known = secretProviders.get(String(provider));
  if (!known || !(isBlankJson(parameters) || isObject(parameters))) return undefined;
  const given = (parameters as Record<string, unknown> | null)?.[known.parameter];
  const wrong = known.fault(parameterText(given ?? ''));
  return wrong === undefined ? undefined : { __all__: [wrong] };
};
