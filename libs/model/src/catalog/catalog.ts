import { isDeepStrictEqual } from 'node:util';
import { type ContentTypeChoice, isListed } from '../fields/contentTypeChoice';
import { contentTypeNumber } from './contentTypeNumber';
import { exchanged } from './exchanged';
import { type Label, partsOfLabel } from './label';
import { listPath, type Manifest, type RelationFact } from './manifest';

/** A relation seen from the object it points at. */
export interface ReverseRelation extends RelationFact {
  from: Manifest;
}

const idForms: Record<Manifest['keyType'], RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  int: /^\d{1,9}$/,
};

/** What a write may do to an object that a rule of another service is asked about. */
export const validatedWrites = ['create', 'change'] as const;
export type ValidatedWrite = (typeof validatedWrites)[number];

/** A rule that a service has on a model of another: when it is asked, and what it is told of the objects. */
export interface ValidatorFact {
  app: string;
  columns: readonly string[];
  on: readonly ValidatedWrite[];
}

/** What an application says of itself. */
export interface AppFacts {
  /** What it owns, with what that refers to. */
  models: readonly Manifest[];
  /**
   * The models it follows by name, whose writers wait for it. Who follows everything, as the change log does, is not
   * waited for: those who read there take in first what there is.
   */
  follows: readonly Label[];
  /** The rules it has on models of others, by model: what they are asked about. */
  validates: readonly (readonly [Label, Omit<ValidatorFact, 'app'>])[];
}

/** What a catalog knows beside the models. */
export interface CatalogOptions {
  /** Every content type of the contract in the order of their numbers, whether or not it has a model here. */
  contentTypes?: readonly string[];
  /** How people read them: `dcim | power feed`. */
  contentTypeNames?: Readonly<Record<string, string>>;
  /** By model, the applications that whoever writes its objects waits for, until they have taken in what was written. */
  followers?: ReadonlyMap<string, readonly string[]>;
  /** By model, the rules that other services have on it. */
  validators?: ReadonlyMap<string, readonly ValidatorFact[]>;
  /** By model, the applications that an owner of a release that cannot be told of more asks when its objects go. */
  releasedReferrers?: Readonly<Record<string, readonly string[]>>;
}

/** All models of all services, how they refer to one another, and what their content types are. */
export class Catalog {
  readonly manifests: readonly Manifest[];
  /** The label of every content type in the order of their numbers, whether or not it has a model here. */
  readonly contentTypes: readonly Label[];
  private readonly byLabel = new Map<string, Manifest>();
  private readonly byName = new Map<string, Manifest>();
  private readonly byList = new Map<string, Manifest>();
  private readonly reverses = new Map<string, ReverseRelation[]>();
  private readonly labelsByNumber: ReadonlyMap<number, Label>;
  private readonly numbersByLabel: ReadonlyMap<string, number>;
  private readonly links: ReadonlyMap<string, string>;
  private readonly chosen = new Map<ContentTypeChoice, ReadonlySet<Label>>();

  /** Throws when two content types come to have the same number. */
  constructor(
    private readonly own: readonly Manifest[],
    private readonly options: CatalogOptions = {},
  ) {
    this.labelsByNumber = numbered(own, options.contentTypes ?? []);
    this.contentTypes = [...this.labelsByNumber.values()];
    this.numbersByLabel = new Map([...this.labelsByNumber].map(([number, label]) => [label, number]));
    this.manifests = own.map((manifest) => this.withGenericRelations(own, manifest));
    for (const manifest of this.manifests) {
      this.byLabel.set(manifest.label, manifest);
      this.byName.set(`${manifest.app}.${manifest.name}`, manifest);
      const path = listPath(manifest);
      if (path !== undefined) this.byList.set(path, manifest);
    }
    for (const from of this.manifests)
      for (const relation of from.relations) {
        const known = this.reverses.get(relation.to) ?? [];
        known.push({ ...relation, from });
        this.reverses.set(relation.to, known);
      }
    this.links = new Map(this.manifests.flatMap((manifest) => this.linksOf(manifest)));
  }

  /** The lists that a model shows by way of linking rows, seen from either end: their names, with the path each stands for. */
  private linksOf({ label, outline }: Manifest): [string, string][] {
    return Object.entries(outline?.fields ?? {}).flatMap(([name, field]) => {
      if (field.is !== 'linked' || field.single) return [];
      const { to, of, via, through, reverse } = field;
      return [
        ...this.link(label, name, of, via, through),
        ...(reverse === undefined ? [] : this.link(to, reverse, of, through, via)),
      ];
    });
  }

  /** What a relation to many by rows of `of` stands for; nothing where its name, or that of those rows, means something else. */
  private link(label: Label, name: string, of: Label, via: string, through: string): [string, string][] {
    const rows = this.referrers(label).find(({ from, field }) => from.label === of && field === via)?.reverse;
    const isTaken = this.find(label)?.columns.includes(name) || this.reverse(label, name) !== undefined;
    return rows === undefined || isTaken ? [] : [[`${label} ${name}`, `${rows}.${through}`]];
  }

  find(label: string): Manifest | undefined {
    return this.byLabel.get(label);
  }

  /** How people read a content type: `ipam | IP address`. */
  contentTypeName(label: string): string {
    const title = this.find(label)?.title;
    const name = this.options.contentTypeNames?.[label];
    return name ?? (title === undefined ? label : `${partsOfLabel(label).app} | ${title}`);
  }

  /** The number of a content type, by which the contract names it in some places; 0 for what is none. */
  contentTypeNumber(label: string): number {
    return this.numbersByLabel.get(label) ?? 0;
  }

  /** The content type that has a number. */
  contentTypeNumbered(number: number): Label | undefined {
    return this.labelsByNumber.get(number);
  }

  /** The content types of a choice: as they are listed, those derived from models in the order of their labels. */
  contentTypesAmong(choice: ContentTypeChoice): ReadonlySet<Label> {
    let labels = this.chosen.get(choice);
    if (!labels) {
      labels = new Set(this.choose(this.manifests, choice));
      this.chosen.set(choice, labels);
    }
    return labels;
  }

  private choose(manifests: readonly Manifest[], choice: ContentTypeChoice): readonly Label[] {
    if (choice === 'any' || choice === 'every') return this.contentTypes;
    if (isListed(choice)) return choice;
    return manifests
      .filter((manifest) =>
        'having' in choice ? manifest.abilities.includes(choice.having) : refersTo(manifest, choice.referringTo),
      )
      .map(({ label }) => label)
      .sort();
  }

  private withGenericRelations(manifests: readonly Manifest[], manifest: Manifest): Manifest {
    const { genericRelations = [], relations } = manifest;
    const added = genericRelations.flatMap(({ among, ...fact }) =>
      this.choose(manifests, among).map((to) => ({ ...fact, to, many: false })),
    );
    return added.length > 0 ? { ...manifest, relations: [...relations, ...added] } : manifest;
  }

  /** The applications that whoever writes objects of a model waits for. */
  followers(label: string): readonly string[] {
    return this.options.followers?.get(label) ?? [];
  }

  /** The rules that other services have on a model. */
  validators(label: string): readonly ValidatorFact[] {
    return this.options.validators?.get(label) ?? [];
  }

  /**
   * The same catalog with what an application says of itself now. It is this one where nothing differs. Throws when the
   * application claims what belongs to another.
   */
  withApp(app: string, { models, follows, validates }: AppFacts): Catalog {
    const others = this.own.filter((manifest) => manifest.app !== app);
    const taken = new Set<string>(others.map(({ label }) => label));
    const claimed = models.find((manifest) => manifest.app !== app || taken.has(manifest.label));
    if (claimed) throw new Error(`${app} says that it owns ${claimed.label}, which is another's.`);
    const { followers = new Map<string, string[]>(), validators = new Map<string, ValidatorFact[]>() } = this.options;
    const options = {
      ...this.options,
      followers: exchanged(
        followers,
        (each) => each === app,
        follows.map((label) => [label, app]),
      ),
      validators: exchanged(
        validators,
        (each) => each.app === app,
        validates.map(([label, rule]) => [label, { app, ...rule }]),
      ),
    };
    const changed = new Catalog([...others, ...models], options);
    return isDeepStrictEqual(changed.saidBy(app), this.saidBy(app)) ? this : changed;
  }

  /** What is known of an application that it has said of itself; what has no order of its own, in one. */
  private saidBy(app: string): AppFacts {
    const { followers = new Map<string, string[]>(), validators = new Map<string, ValidatorFact[]>() } = this.options;
    const byModel = [...validators].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      models: this.own.filter((manifest) => manifest.app === app),
      follows: [...followers].flatMap(([label, apps]) => (apps.includes(app) ? [label as Label] : [])).sort(),
      validates: byModel.flatMap(([label, rules]) =>
        rules.flatMap(({ app: whose, ...rule }) => (whose === app ? [[label as Label, rule] as const] : [])),
      ),
    };
  }

  /** By the application and the model's own name, as bus subjects have them. */
  named(app: string, name: string): Manifest | undefined {
    return this.byName.get(`${app}.${name}`);
  }

  /** Relations of any model that point at this one. */
  referrers(label: string): readonly ReverseRelation[] {
    return this.reverses.get(label) ?? [];
  }

  /** The applications that the owner of a model asks before objects of it go, where that cannot be told of more. */
  askedByRelease(label: string): readonly string[] {
    return this.options.releasedReferrers?.[label] ?? [];
  }

  /** The relation that goes by this name seen from `label`. */
  reverse(label: string, name: string): ReverseRelation | undefined {
    return this.referrers(label).find((relation) => relation.reverse === name);
  }

  /** The path from `label` that a name stands for by which it is linked with many: to the linking rows, and on from there. */
  linkPath(label: string, name: string): string | undefined {
    return this.links.get(`${label} ${name}`);
  }

  /** Where the objects of a model are listed, below `/api/`; undefined where it has no endpoint, or is not there. */
  listPath(label: string): string | undefined {
    const manifest = this.byLabel.get(label);
    return manifest && listPath(manifest);
  }

  /** The detail URL of an object; a model without an endpoint has none. */
  url(base: string, label: string, id: unknown): string | null {
    const path = this.listPath(label);
    return path === undefined ? null : `${base}/api/${path}/${id}/`;
  }

  /** The object whose address a path is, or leads below; undefined for every other path. */
  objectAt(path: string): [label: Label, id: string] | undefined {
    const [nothing, api, ...segments] = path.split('/');
    if (nothing !== '' || api !== 'api') return undefined;
    const length = [2, 3].find((count) => this.byList.has(segments.slice(0, count).join('/')));
    if (length === undefined || segments.length < length + 2) return undefined;
    const { label, keyType } = this.byList.get(segments.slice(0, length).join('/'))!;
    const id = segments[length]!;
    return idForms[keyType].test(id) ? [label, id] : undefined;
  }
}

/** Whether a relation of a model leads to one object of another, or to those that list the model. */
const refersTo = ({ label, relations }: Manifest, target: Label): boolean =>
  label !== target &&
  relations.some(({ to, many, selects, typeField }) => to === target && (!many || selects) && typeField === undefined);

/** Every content type by its number: those of the contract, and models that it does not have and clients meet. */
function numbered(manifests: readonly Manifest[], contract: readonly string[]): Map<number, Label> {
  const own = manifests.filter(({ endpoint }) => endpoint !== undefined).map(({ label }) => label);
  const labels = new Map<number, Label>();
  for (const label of new Set([...(contract as readonly Label[]), ...own])) {
    const number = contentTypeNumber(label, contract);
    const other = labels.get(number);
    if (other !== undefined)
      throw new Error(
        `The content types ${other} and ${label} have the same number, ${number}: one needs another label.`,
      );
    labels.set(number, label);
  }
  return new Map([...labels].sort(([one], [other]) => one - other));
}
