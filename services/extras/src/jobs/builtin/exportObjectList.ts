import { type ApiObject, defineJob, type JobContext, v } from '@plumbline/jobs';
import { endingOf } from '../../rendering/endingOf';

interface Values {
  content_type: ApiObject;
  query_string: string | undefined;
  export_format: string | undefined;
  export_template: ApiObject | undefined;
}

/** Writes the objects of one kind into a file, as their list shows them or as a template says. */
export const ExportObjectList = defineJob({
  name: 'Export Object List',
  grouping: 'System Jobs',
  hasSensitiveVariables: false,
  softTimeLimit: 1800,
  timeLimit: 2000,
  variables: {
    content_type: v.object({
      model: 'contenttypes.contenttype',
      label: 'Content Type',
      help: 'Type of objects to export',
    }),
    query_string: v.string({
      label: 'Filterset Parameters',
      help: 'Filterset parameters to apply, in URL query parameter format e.g. "name=test&status=Active"',
      required: false,
      default: '',
    }),
    export_format: v.choice({
      help: 'Format to export to if not using an Export Template<br>(note, in core only <code>dcim | device type</code> supports YAML export at present)',
      choices: [
        ['csv', 'CSV'],
        ['yaml', 'YAML'],
      ],
      required: false,
      default: 'csv',
    }),
    export_template: v.object({
      model: 'extras.exporttemplate',
      label: 'Export Template',
      help: 'Export Template to use (if unspecified, will export to CSV/YAML as specified above)',
      required: false,
    }),
  },
  run: exportList,
});

async function exportList(context: JobContext<Values>): Promise<object> {
  const { data, log, createFile } = context;
  const label = `${data.content_type.app_label}.${data.content_type.model}`;
  const list = await listOf(context, label);
  const written = await write(context, label, list);
  const name = `nautobot_${String(data.content_type.model)}_data${written.ending}`;
  await createFile(name, written.text);
  log.info(`Exported ${label} as ${name}`);
  return { file: name, characters: written.text.length };
}

/** The list of all objects of a kind: others, such as that of console connections, show some of the same. */
async function listOf({ api }: JobContext<Values>, label: string): Promise<string> {
  const models = await api.get<Record<string, { url: string }>>('ui/models/');
  const model = Object.hasOwn(models, label) ? models[label] : undefined;
  if (!model) throw new Error(`Nothing lists objects of the kind ${label}.`);
  return `/api${model.url}`;
}

async function write(
  { api, data }: JobContext<Values>,
  label: string,
  list: string,
): Promise<{ text: string; ending: string }> {
  const query = data.query_string ? parametersOf(data.query_string) : {};
  const { export_template: template } = data;
  if (template) {
    if (template.content_type !== label)
      throw new Error(`The template is for ${template.content_type}, not for ${label}.`);
    const text = await api.text(`extras/export-templates/${template.id}/render/`, query, '*/*');
    return { text, ending: endingOf(String(template.file_extension ?? '')) };
  }
  if (data.export_format !== 'yaml')
    return { text: await api.text(list, { ...query, limit: 0 }, 'text/csv'), ending: '.csv' };
  if (label !== 'dcim.devicetype') throw new Error(`Objects of the kind ${label} cannot be exported as YAML.`);
  const documents: string[] = [];
  // Every JSON text is YAML too.
  for await (const type of api.list(list, { ...query, depth: 1 }))
    documents.push(JSON.stringify(await libraryForm(api, type), null, 2));
  return { text: documents.map((text) => `---\n${text}\n`).join(''), ending: '.yaml' };
}

const templates: Record<string, string> = {
  'console-ports': 'dcim/console-port-templates/',
  'console-server-ports': 'dcim/console-server-port-templates/',
  'power-ports': 'dcim/power-port-templates/',
  'power-outlets': 'dcim/power-outlet-templates/',
  interfaces: 'dcim/interface-templates/',
  'rear-ports': 'dcim/rear-port-templates/',
  'front-ports': 'dcim/front-port-templates/',
  'device-bays': 'dcim/device-bay-templates/',
};

/** A device type as libraries of device types have it. */
async function libraryForm(api: JobContext<Values>['api'], type: ApiObject): Promise<object> {
  const { manufacturer, model, part_number, u_height, is_full_depth, subdevice_role, comments } = type;
  const parts: Record<string, object[]> = {};
  for (const [name, path] of Object.entries(templates))
    for await (const part of api.list(path, { device_type: type.id, depth: 1 }))
      parts[name] = [...(parts[name] ?? []), plain(part)];
  const maker = (manufacturer as ApiObject | null)?.name;
  const role = bare(subdevice_role);
  const own = { manufacturer: maker, model, part_number, u_height, is_full_depth };
  return { ...own, ...(role ? { subdevice_role: role } : {}), comments, ...parts };
}

const told = ['name', 'type', 'label', 'description', 'mgmt_only', 'maximum_draw', 'allocated_draw', 'feed_leg'];

/** A value without what people call it. */
const bare = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? (value as { value?: unknown }).value : value;

/** What such libraries say of a part: values, and the names of other parts. */
function plain(part: ApiObject): object {
  const own = told.flatMap((key) => {
    const value = bare(part[key]);
    return value === null || value === undefined || value === '' ? [] : [[key, value]];
  });
  const others = ['power_port_template', 'rear_port_template'].flatMap((key) => {
    const other = part[key] as { name?: unknown } | null | undefined;
    return other?.name ? [[key.replace('_template', ''), other.name]] : [];
  });
  const positions = ['rear_port_position', 'positions'].flatMap((key) =>
    part[key] === undefined ? [] : [[key, part[key]]],
  );
  return Object.fromEntries([...own, ...others, ...positions]);
}

function parametersOf(query: string): Record<string, string[]> {
  const parameters: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) parameters[name] = [...(parameters[name] ?? []), value];
  return parameters;
}
