import { type Tools, wordFor } from './tools';

/** Definitions. */
export function makeDefinitions({ add, choice, brief, named }: Tools) {
  const choiceSet = add('extras/custom-field-choice-sets', {
    name: 'Colours',
    extra_choices: [
      ['red', 'Red'],
      ['blue', 'Blue'],
      ['green', 'Green'],
    ],
    order_alphabetically: false,
    choices_count: 3,
    base_choices: null,
  });
  const airports = add('extras/custom-field-choice-sets', {
    name: 'Airports',
    base_choices: choice('IATA'),
    extra_choices: [],
    choices_count: 9000,
  });
  const everywhere = [
    'dcim.site',
    'dcim.device',
    'ipam.prefix',
    'tenancy.tenant',
    'dcim.module',
    'wireless.wirelesslan',
  ];
  const field = (name: string, type: string, fields: Record<string, unknown> = {}) =>
    add('extras/custom-fields', {
      name,
      label: wordFor(name),
      type: choice(type),
      object_types: everywhere,
      description: `About ${name}`,
      group_name: 'Ours',
      filter_logic: choice('loose'),
      required: false,
      unique: false,
      weight: 100,
      search_weight: 1000,
      is_cloneable: false,
      validation_regex: '',
      ui_visible: choice('always'),
      ui_editable: choice('yes'),
      ...fields,
    });
  field('note_text', 'text', { validation_regex: '^.{0,80}$' });
  field('story', 'longtext');
  field('floor_number', 'integer', { validation_minimum: -5, validation_maximum: 200 });
  field('share', 'decimal');
  field('is_leased', 'boolean');
  field('since', 'date');
  field('checked_at', 'datetime');
  field('wiki', 'url');
  field('extra_data', 'json');
  field('colour', 'select', { choice_set: brief(choiceSet) });
  field('colours', 'multiselect', { choice_set: brief(choiceSet) });
  field('main_contact_site', 'object', { related_object_type: 'dcim.site' });
  field('peer_tenants', 'multiobject', { related_object_type: 'tenancy.tenant' });
  field('airport', 'select', { choice_set: brief(airports) });
  field('only_radio', 'text', { object_types: ['wireless.wirelesslan'] });
  const customFields = (at: number): Record<string, unknown> => ({
    note_text: `note ${at}`,
    story: at % 2 ? `A story.\n\nOf *${at}* lines.` : null,
    floor_number: at % 7,
    share: 12.5,
    is_leased: at % 2 === 0,
    since: '2020-02-29',
    checked_at: '2023-04-05T06:07:08Z',
    wiki: 'https://wiki.example.org/page',
    extra_data: { a: [1, 2, { b: null }] },
    colour: 'red',
    colours: ['blue', 'red'],
    airport: at % 2 ? 'BER' : null,
    main_contact_site: null,
    peer_tenants: null,
  });
  const tags = ['core', 'edge', 'lab'].map((name, index) =>
    named('extras/tags', name, {
      color: ['4caf50', '2196f3', '9e9e9e'][index],
      object_types: index === 1 ? ['dcim.device', 'ipam.prefix'] : [],
      weight: 1000,
    }),
  );
  const tagged = (...which: number[]) => which.map((index) => ({ ...brief(tags[index]), color: tags[index]!.color }));
  return { tagged, customFields, tags };
}

export type Definitions = ReturnType<typeof makeDefinitions>;
