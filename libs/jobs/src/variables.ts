import type { VariableDescription, VariableType } from './description';

/** Something a job is given when it runs; `T` is what `run` receives. */
export interface Variable<T> {
  readonly description: Omit<VariableDescription, 'name'>;
  /** Only for the compiler. */
  readonly value?: T;
}

/** What can be said of every variable. */
export interface VariableOptions<T = unknown> {
  /** What people call it; its name otherwise. */
  label?: string;
  help?: string;
  /** A run that leaves it out is refused, unless it is `false`. */
  required?: boolean;
  default?: T;
}

export interface TextOptions extends VariableOptions<string> {
  minLength?: number;
  maxLength?: number;
  /** Must match, from the beginning. */
  regex?: RegExp;
}

export interface IntegerOptions extends VariableOptions<number> {
  min?: number;
  max?: number;
}

export interface ChoiceOptions<T> extends VariableOptions<T> {
  choices: readonly (string | readonly [value: string, label: string])[];
}

export interface ObjectOptions extends VariableOptions<string> {
  /** The label of the objects, such as `dcim.device`. */
  model: string;
}

export interface NetworkOptions extends VariableOptions<string> {
  minPrefixLength?: number;
  maxPrefixLength?: number;
}

/** An object as the API shows it. */
export type ApiObject = { id: string; display?: string; url?: string; object_type?: string } & Record<string, unknown>;

/** A file that came with the run. */
export interface GivenFile {
  name: string;
  content: Buffer;
}

/** The values of a job's variables. */
export type ValuesOf<V extends Record<string, Variable<unknown>>> = {
  [K in keyof V]: V[K] extends Variable<infer T> ? T : never;
};

/** What may be left out may be missing. */
type Given<T, O> = O extends { required: false } ? T | undefined : T;

function describe(type: VariableType, options: VariableOptions, more: object = {}): Omit<VariableDescription, 'name'> {
  const { label, help, required = true } = options;
  const said = {
    type,
    label,
    help_text: help,
    required,
    ...more,
    default: options.default,
  };
  return JSON.parse(JSON.stringify(said)) as Omit<VariableDescription, 'name'>;
}

const texts = ({ minLength, maxLength, regex }: TextOptions) => ({
  min_length: minLength,
  max_length: maxLength,
  regex: regex?.source,
  regex_flags: regex?.flags || undefined,
});

const pairs = ({ choices }: ChoiceOptions<unknown>) => ({
  choices: choices.map((choice) => (typeof choice === 'string' ? [choice, choice] : choice)),
});

const lengths = ({ minPrefixLength, maxPrefixLength }: NetworkOptions) => ({
  min_prefix_length: minPrefixLength,
  max_prefix_length: maxPrefixLength,
});

const of = <T>(description: Omit<VariableDescription, 'name'>): Variable<T> => ({ description });

/** The vocabulary variables are written in: one function for each kind. */
export const v = {
  /** A line of text. */
  string: <O extends TextOptions>(options: O = {} as O): Variable<Given<string, O>> =>
    of(describe('StringVar', options, texts(options))),
  /** Text of several lines. */
  text: <O extends TextOptions>(options: O = {} as O): Variable<Given<string, O>> =>
    of(describe('TextVar', options, texts(options))),
  integer: <O extends IntegerOptions>(options: O = {} as O): Variable<Given<number, O>> =>
    of(describe('IntegerVar', options, { min_value: options.min, max_value: options.max })),
  /** False when nothing is said. */
  boolean: (options: VariableOptions<boolean> = {}): Variable<boolean> =>
    of(describe('BooleanVar', { required: false, ...options })),
  choice: <O extends ChoiceOptions<string>>(options: O): Variable<Given<string, O>> =>
    of(describe('ChoiceVar', options, pairs(options))),
  multiChoice: (options: ChoiceOptions<string[]>): Variable<string[]> =>
    of(describe('MultiChoiceVar', options, pairs(options))),
  /** An object of one kind that whoever starts the job may see. */
  object: <O extends ObjectOptions>(options: O): Variable<Given<ApiObject, O>> =>
    of(describe('ObjectVar', options, { model: options.model })),
  objects: (options: Omit<ObjectOptions, 'default'>): Variable<ApiObject[]> =>
    of(describe('MultiObjectVar', options, { model: options.model })),
  /** A file; such jobs are started with a form. */
  file: <O extends VariableOptions<never>>(options: O = {} as O): Variable<Given<GivenFile, O>> =>
    of(describe('FileVar', options)),
  /** `10.0.0.1` or `2001:db8::1`. */
  ipAddress: <O extends VariableOptions<string>>(options: O = {} as O): Variable<Given<string, O>> =>
    of(describe('IPAddressVar', options)),
  /** `10.0.0.1/24`. */
  ipAddressWithMask: <O extends NetworkOptions>(options: O = {} as O): Variable<Given<string, O>> =>
    of(describe('IPAddressWithMaskVar', options, lengths(options))),
  /** `10.0.0.0/24`. */
  ipNetwork: <O extends NetworkOptions>(options: O = {} as O): Variable<Given<string, O>> =>
    of(describe('IPNetworkVar', options, lengths(options))),
};
