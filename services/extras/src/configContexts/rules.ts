import { isObject } from '@plumbline/domain';
import type { BatchRule, Rule } from '@plumbline/model';
import { isBlankJson } from '../rules/json';
import { checkData } from './checkData';

/** The data of a context are an object that holds something. */
export const dataAreObject: Rule = ({ row: { data } }) => {
  const problems = [
    ...(isBlankJson(data) ? ['This field cannot be blank.'] : []),
    ...(isObject(data) ? [] : ['JSON data must be in object form. Example: {"foo": 123}']),
  ];
  return problems.length > 0 ? { data: problems } : undefined;
};

/** The data of a context keep to its schema. */
export const dataKeepToSchema: BatchRule = async (candidates, context) => {
  const bound = candidates.filter(({ row }) => row.config_context_schema !== null);
  const answers = await checkData(
    bound.map(({ row }) => ({ schema: row.config_context_schema as string, data: row.data })),
    context,
  );
  return candidates.map((candidate) => {
    const wrong = answers[bound.indexOf(candidate)];
    return wrong ? { data: wrong } : undefined;
  });
};
