import { randomUUID } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import { expectStatus, type TestAnswer, type TestServices } from '@plumbline/testkit';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Shown = any;
export type Operator = 'union' | 'intersection' | 'difference';

/** Makes groups, and asks who is in them. */
export class GroupLab {
  constructor(private readonly plumbline: () => TestServices) {}

  send(method: string, path: string, body?: unknown, as?: Identity): Promise<TestAnswer> {
    return this.plumbline().request(method, `/api/${path}`, body, as ? { as } : {});
  }

  /** What is asked for as a table. */
  table(path: string, as?: Identity): Promise<TestAnswer> {
    const headers = { accept: 'text/csv' };
    return this.plumbline().request('GET', `/api/${path}`, undefined, { headers, ...(as ? { as } : {}) });
  }

  async make(path: string, body: unknown): Promise<Shown> {
    return expectStatus(await this.send('POST', `${path}/`, body), 201).body;
  }

  async refused(path: string, body: unknown): Promise<Shown> {
    return expectStatus(await this.send('POST', `${path}/`, body), 400).body;
  }

  name = (word = 'group'): string => `${word} ${randomUUID().slice(0, 8)}`;

  group(filter: object = {}, more: object = {}): Promise<Shown> {
    return this.make('extras/dynamic-groups', { name: this.name(), content_type: 'dcim.rack', filter, ...more });
  }

  part = (parent: Shown, group: Shown, operator: Operator = 'union', weight = 1) => ({
    parent_group: parent.id,
    group: group.id,
    operator,
    weight,
  });

  join(parent: Shown, group: Shown, operator: Operator = 'union', weight = 1): Promise<Shown> {
    return this.make('extras/dynamic-group-memberships', this.part(parent, group, operator, weight));
  }

  async members({ id }: Shown, query = '', as?: Identity): Promise<Shown> {
    return expectStatus(await this.send('GET', `extras/dynamic-groups/${id}/members/${query}`, undefined, as), 200)
      .body;
  }

  async names(group: Shown, query = '?limit=0', as?: Identity): Promise<string[]> {
    return (await this.members(group, query, as)).results.map(({ name }: Shown) => name);
  }
}
