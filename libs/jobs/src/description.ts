/** The kinds of variables a job can be given. */
export const variableTypes = [
  'StringVar',
  'TextVar',
  'IntegerVar',
  'BooleanVar',
  'DryRunVar',
  'ChoiceVar',
  'MultiChoiceVar',
  'ObjectVar',
  'MultiObjectVar',
  'FileVar',
  'IPAddressVar',
  'IPAddressWithMaskVar',
  'IPNetworkVar',
] as const;
export type VariableType = (typeof variableTypes)[number];

/** What everybody may know of a variable, as the API shows it. */
export interface VariableDescription {
  name: string;
  type: VariableType;
  label?: string;
  help_text?: string;
  required: boolean;
  min_length?: number;
  max_length?: number;
  regex?: string;
  /** Such as `i`: letters count as small and large ones alike. */
  regex_flags?: string;
  min_value?: number;
  max_value?: number;
  min_prefix_length?: number;
  max_prefix_length?: number;
  choices?: readonly (readonly [value: string, label: string])[];
  default?: unknown;
  /** The label of the objects that can be named. */
  model?: string;
}

/** What everybody may know of a job: its file says it, and it is kept beside the job. */
export interface JobDescription {
  /** The name under which its file exports it. */
  exportName: string;
  name: string;
  grouping: string;
  description: string;
  isHookReceiver: boolean;
  isButtonReceiver: boolean;
  hasSensitiveVariables: boolean;
  approvalRequired: boolean;
  hidden: boolean;
  dryRunDefault: boolean;
  readOnly: boolean;
  softTimeLimit: number;
  timeLimit: number;
  taskQueues: string[];
  supportsDryRun: boolean;
  variables: VariableDescription[];
}
