import type { Rule } from '@plumbline/model';

const longestAction = 30;

/** A permission names at least one action; which actions there are is the models' business. */
export const actionsAreNamed: Rule = ({ row: { actions } }) => {
  if (!Array.isArray(actions)) return { actions: ['Expected a list of actions.'] };
  if (actions.length === 0) return { actions: ['This field cannot be blank.'] };
  const isAction = (action: unknown) => typeof action === 'string' && action !== '' && action.length <= longestAction;
  return actions.every(isAction)
    ? undefined
    : { actions: [`Each action must be a text of at most ${longestAction} characters.`] };
};
