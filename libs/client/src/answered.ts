/** What the server refused, with its words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** What is wrong, as the API tells it: by field, or as `detail`. */
    readonly body: unknown,
    where: string,
  ) {
    super(`${where} was answered with ${status}: ${JSON.stringify(body)}`);
    this.name = 'Refused';
  }
}

/** What an operation was answered with; throws `Refused` where that is no success. */
export function answered<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (!response.ok) throw new Refused(response.status, error, response.url);
  return data as Data;
}
