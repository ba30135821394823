import { quoted, type UnitOfWork } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import type { Catalog } from '@plumbline/model';
import { execute, GraphQLError, type GraphQLSchema, getOperationAST, OperationTypeNode } from 'graphql';
import { Budget } from '../budget';
import type { Context } from '../context';
import { buildSchema } from '../schema/buildSchema';
import type { Definitions } from '../schema/definitions';
import type { Groups } from '../schema/groups';
import type { GraphAnswer, GraphProblem } from './graphAnswer';
import type { Limits } from './limits';
import { createPreparedQueries } from './preparedQueries';
import type { GraphRequest } from './readRequest';
import { createSchemaAnswers } from './schemaAnswers';
import { textVariables } from './textVariables';

export interface GraphParts {
  /** What people have added to the models, with a text that changes when that does. */
  definitions(work: UnitOfWork): Promise<{ stamp: string; read(): Promise<Definitions> }>;
  contentTypeLabel: string;
  groups?: Groups;
  limits: Limits;
}

export type Graph = (work: UnitOfWork, read: () => GraphRequest) => Promise<GraphAnswer>;

const mostErrors = 100;

/**
 * Answers queries in GraphQL about the objects of all services. The schema is made once, and again when definitions change, or
 * what is known of services.
 */
export function createGraph({ definitions, contentTypeLabel, groups, limits }: GraphParts): Graph {
  const prepare = createPreparedQueries(limits);
  const schemaAnswers = createSchemaAnswers();
  let current: { catalog: Catalog; stamp: string; schema: GraphQLSchema } | undefined;

  async function schemaFor(work: UnitOfWork): Promise<GraphQLSchema> {
    const { stamp, read } = await definitions(work);
    const { catalog } = work.engine;
    if (current?.stamp !== stamp || current.catalog !== catalog)
      current = { catalog, stamp, schema: buildSchema(catalog, await read(), contentTypeLabel, groups) };
    return current.schema;
  }

  async function answer(work: UnitOfWork, { query, variables, operationName }: GraphRequest): Promise<GraphAnswer> {
    const schema = await schemaFor(work);
    const { document, problems, asksSchemaAlone } = prepare(schema, query);
    const operation = getOperationAST(document, operationName);
    if (operation && operation.operation !== OperationTypeNode.QUERY)
      throw new GraphQLError(`'${operation.operation}' is not a supported operation, Only query are supported.`);
    if (problems.length > 0) return { errors: problems.map(shown) };
    const isPlain = operation && !operation.variableDefinitions?.length && Object.keys(variables).length === 0;
    if (asksSchemaAlone && isPlain) return schemaAnswers(schema, query, document);
    const budget = new Budget(limits.values);
    const contextValue: Context = { work, budget, prepared: new Map(), holding: new Map() };
    const { data, errors = [] } = await execute({
      schema,
      document,
      contextValue,
      variableValues: textVariables(operation?.variableDefinitions, variables),
      operationName,
    });
    if (budget.isExceeded) throw tooMuch(limits);
    for (const { originalError } of errors) if (originalError && !isOurs(originalError)) throw originalError;
    return {
      ...(errors.length > 0 ? { errors: errors.slice(0, mostErrors).map(shown) } : {}),
      ...(data === undefined ? {} : { data }),
    };
  }

  return async (work, read) => {
    try {
      return await answer(work, read());
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [shown(error)] };
      throw error;
    }
  };
}

const tooMuch = ({ values }: Limits) =>
  new GraphQLError(
    `The answer would hold more than ${values} values. Ask for fewer objects, with filters or with limit and offset.`,
  );

/** Whether an error is the client's to know of and to mend. */
const isOurs = (error: Error): boolean =>
  error instanceof GraphQLError || (error instanceof Problem && error.status < 500);

function shown(error: GraphQLError): GraphProblem {
  const { originalError, locations, path } = error;
  return {
    message: originalError instanceof Problem ? quoted(originalError.body) : error.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
  };
}
