import { randomUUID } from 'node:crypto';
import { aPicture, dataUrlOf } from '../../libs/testkit/src/picture';
import { type AuditOutcome, audit } from '../harness/audit';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { missingBuild } from '../harness/program';
import { asOperator } from '../harness/sql';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const nobody = randomUUID();

describeUnless(missingBuild, 'plumbline audit', () => {
  let program: Whole;
  let world: World;
  let prefixes: string[];
  let addresses: string[];
  let vlan: string;
  let tenant: string;
  let tag: string;
  let rooms: string[];
  let machineInterface: string;
  let loose: Awaited<ReturnType<typeof madeLoosely>>;
  const make = async (path: string, body: unknown) => (await world.client.must(201, 'POST', path, body)).body;
  const idsOf = (made: { id: string }[]) => made.map(({ id }) => id);
  const broken = (statement: string, ...values: unknown[]) =>
    asOperator(program.database.url, async (run) => void (await run(statement, values)));
  const isTrue = async (condition: string): Promise<boolean> => {
    let answer = false;
    await asOperator<{ answer: boolean }>(program.database.url, async (run) => {
      const [found] = await run(`SELECT (${condition}) AS answer`);
      answer = found!.answer;
    });
    return answer;
  };

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
    const status = world.statuses.get('Active');
    tenant = (await make('tenancy/tenants/', { name: 'tenant' })).id;
    tag = (await make('extras/tags/', { name: 'tag', content_types: ['ipam.prefix'] })).id;
    prefixes = idsOf(
      await make(
        'ipam/prefixes/',
        ['10.0.0.0/8', '10.1.0.0/16', '10.1.1.0/24'].map((prefix) => ({
          prefix,
          namespace: world.namespace,
          status,
          tenant,
          tags: [tag],
        })),
      ),
    );
    addresses = idsOf(
      await make(
        'ipam/ip-addresses/',
        ['10.1.1.1/24', '10.1.1.2/24'].map((address) => ({ address, namespace: world.namespace, status })),
      ),
    );
    vlan = (await make('ipam/vlans/', { vid: 1, name: 'one', status })).id;
    const place = { location_type: world.locationType, status };
    const floor = await make('dcim/locations/', { ...place, name: 'floor', parent: world.location });
    rooms = idsOf(
      await make(
        'dcim/locations/',
        ['a', 'b'].map((name) => ({ ...place, name, parent: floor.id })),
      ),
    );
    machineInterface = await anAddressedInterface();
    loose = await madeLoosely();
    await world.client.must(200, 'GET', 'extras/object-changes/?limit=1');
  });
  /** An interface of a virtual machine with the first address. */
  const anAddressedInterface = async (): Promise<string> => {
    const status = world.statuses.get('Active');
    const type = await make('virtualization/cluster-types/', { name: 'type' });
    const cluster = await make('virtualization/clusters/', { name: 'cluster', cluster_type: type.id });
    const machine = await make('virtualization/virtual-machines/', { name: 'machine', cluster: cluster.id, status });
    const own = await make('virtualization/interfaces/', { name: 'eth0', virtual_machine: machine.id, status });
    await make('ipam/ip-address-to-interface/', { ip_address: addresses[0], vm_interface: own.id });
    return own.id;
  };
  /** What refers to tenants without a relation, and fields whose values do. */
  const madeLoosely = async () => {
    const field = async (label: string, type: string, more: object = {}) =>
      (await make('extras/custom-fields/', { label, type, content_types: ['tenancy.tenant'], ...more })).id;
    const choices = async (custom_field: string, ...values: string[]) =>
      make(
        'extras/custom-field-choices/',
        values.map((value) => ({ custom_field, value })),
      );
    const [colour, sizes, origin] = [
      await field('Colour', 'select'),
      await field('Sizes', 'multi-select'),
      await field('Origin', 'select'),
    ];
    await field('Remark', 'text');
    const [red] = idsOf(await choices(colour, 'red', 'green'));
    await choices(sizes, 'small', 'large');
    await choices(origin, 'here');
    await world.client.must(200, 'PATCH', `extras/custom-fields/${origin}/`, { default: 'here' });
    const values = { colour: 'green', sizes: ['small', 'large'], remark: 'none' };
    const [painted, sized, remarked] = idsOf(
      await make(
        'tenancy/tenants/',
        ['painted', 'sized', 'remarked'].map((name) => ({ name, custom_fields: values })),
      ),
    );
    const relationship = await make('extras/relationships/', {
      label: 'Owns',
      type: 'one-to-one',
      source_type: 'tenancy.tenant',
      destination_type: 'ipam.vlan',
    });
    const association = await make('extras/relationship-associations/', {
      relationship: relationship.id,
      source_type: 'tenancy.tenant',
      source_id: painted,
      destination_type: 'ipam.vlan',
      destination_id: vlan,
    });
    const note = await make(`tenancy/tenants/${painted}/notes/`, { note: 'kept' });
    const picture = await make('extras/image-attachments/', {
      content_type: 'tenancy.tenant',
      object_id: painted,
      image: dataUrlOf(aPicture(1, 1), 'dot.png'),
    });
    const kept = { association: association.id, note: note.id, picture: picture.id };
    return { ...kept, origin, red, painted, sized, remarked };
  };
  afterAll(() => program?.stop());

  it('finds nothing after ordinary work, and says what it looked at', async () => {
    const { exitCode, text } = await audit(program);
    expect(text).toContain('Nothing was found.');
    expect(text).toContain('ipam: references of ipam.prefix: ');
    expect(exitCode).toBe(0);
  });

  it('finds nothing while everybody writes', async () => {
    const load = startLoad(() => program.client, await prepareWorld(program.client));
    await load.grows();
    const outcomes: AuditOutcome[] = [];
    for (let turn = 0; turn < rounds(10, 1); turn++)
      outcomes.push((await Promise.all([audit(program), load.grows(100)]))[0]);
    await load.stop();
    expect(load.surprises).toEqual([]);
    expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  });

  interface Damage {
    what: string;
    /** Breaks something by hand. */
    damage: () => Promise<void>;
    finding: RegExp;
    /** Shows that it is as it should be after the repair; absent: a person has to mend it, like this. */
    mended?: () => Promise<void>;
    byHand?: () => Promise<void>;
  }
  const show = async (path: string) => (await world.client.must(200, 'GET', path)).body;
  const damages: Damage[] = [
    {
      what: 'a reference to another service that may be empty',
      damage: () => broken('UPDATE ipam.prefix SET tenant = $1 WHERE id = $2', nobody, prefixes[0]),
      finding: /^ipam\.prefix \S+: its tenant is tenancy\.tenant \S+, which does not exist\./,
      mended: async () => expect((await show(`ipam/prefixes/${prefixes[0]}/`)).tenant).toBeNull(),
    },
    {
      what: 'one of several references',
      damage: () => broken('UPDATE ipam.prefix SET tags = tags || $1::uuid WHERE id = $2', nobody, prefixes[0]),
      finding: /^ipam\.prefix \S+: its tags is extras\.tag/,
      mended: async () => expect((await show(`ipam/prefixes/${prefixes[0]}/`)).tags).toHaveLength(1),
    },
    {
      what: 'a reference that may not be empty',
      damage: () => broken('UPDATE ipam.vlan SET status = $1 WHERE id = $2', nobody, vlan),
      finding: /^ipam\.vlan \S+: its status is extras\.status/,
      byHand: () => broken('UPDATE ipam.vlan SET status = $1 WHERE id = $2', world.statuses.get('Active'), vlan),
    },
    {
      what: 'a reference along which deletions cascade',
      damage: () => broken('UPDATE dcim.location SET parent = $1 WHERE id = $2', nobody, rooms[0]),
      finding: /^dcim\.location \S+: its parent is dcim\.location/,
      mended: async () => void (await world.client.must(404, 'GET', `dcim/locations/${rooms[0]}/`)),
    },
    {
      what: 'a place in a tree',
      damage: () => broken("UPDATE dcim.location SET tree_names = '{elsewhere}' WHERE id = $1", rooms[1]),
      finding: /^dcim\.location \S+: its place in the tree is not below its parent\./,
      mended: async () => expect((await show(`dcim/locations/${rooms[1]}/`)).display).toMatch(/ → floor → b$/),
    },
    {
      what: 'the parent of a prefix',
      damage: () => broken('UPDATE ipam.prefix SET parent = $1 WHERE id = $2', prefixes[0], prefixes[2]),
      finding: /^ipam\.prefix 10\.1\.1\.0\/24: its parent is /,
      mended: async () => expect((await show(`ipam/prefixes/${prefixes[2]}/`)).parent.id).toBe(prefixes[1]),
    },
    {
      what: 'the parent of an address',
      damage: () => broken('UPDATE ipam.ipaddress SET parent = $1 WHERE id = $2', prefixes[0], addresses[0]),
      finding: /^ipam\.ipaddress 10\.1\.1\.1\/32: its parent is /,
      mended: async () => expect((await show(`ipam/ip-addresses/${addresses[0]}/`)).parent.id).toBe(prefixes[2]),
    },
    {
      what: 'the namespace of an address',
      damage: () =>
        broken(
          "UPDATE ipam.ipaddress SET namespace = (SELECT id FROM ipam.namespace WHERE name = 'Global') WHERE id = $1",
          addresses[1],
        ),
      finding: /^ipam\.ipaddress 10\.1\.1\.2\/24: its namespace is not that of its parent\./,
      mended: async () =>
        expect((await show(`ipam/ip-addresses/?namespace=space ${world.run}`.replace(' ', '%20'))).count).toBe(2),
    },
    {
      what: 'the change log',
      damage: () => broken('DELETE FROM extras.objectchange WHERE changed_object_id = $1', vlan),
      finding: /^ipam\.vlan \S+: its create by request \S+ is not in the change log\./,
      mended: async () => expect((await show(`extras/object-changes/?changed_object_id=${vlan}`)).count).toBe(1),
    },
    {
      what: 'how far the change log has read',
      damage: () => broken("UPDATE extras.consumed SET position = position + 1000 WHERE app = 'ipam'"),
      finding: /^extras has read ipam up to change record/,
      mended: async () => {
        const { id } = await make('ipam/vlans/', { vid: 2, name: 'two', status: world.statuses.get('Active') });
        expect((await show(`extras/object-changes/?changed_object_id=${id}`)).count).toBe(1);
      },
    },
    {
      what: 'a number of rows',
      damage: () => broken("UPDATE ipam.row_tally SET delta = delta + 7 WHERE table_name = 'vrf'"),
      finding: /^ipam\.vrf: \d+ objects are said to exist, and 0 do\./,
      mended: async () => expect((await show('ipam/vrfs/')).count).toBe(0),
    },
    {
      what: 'a note that something may refer to an object',
      damage: () => broken('UPDATE virtualization.vminterface SET may_have_addresses = false'),
      finding:
        /^virtualization\.vminterface \S+: it is noted that no ipam\.ipaddresstointerface refers to it, and one does\./,
      mended: async () =>
        expect((await show(`virtualization/interfaces/${machineInterface}/`)).ip_addresses).toHaveLength(1),
    },
    {
      what: 'an association with an object that is not there',
      damage: () =>
        broken('UPDATE extras.relationshipassociation SET source_id = $1 WHERE id = $2', nobody, loose.association),
      finding: /^extras\.relationshipassociation \S+: its source_id is tenancy\.tenant \S+, which does not exist\./,
      mended: async () =>
        void (await world.client.must(404, 'GET', `extras/relationship-associations/${loose.association}/`)),
    },
    {
      what: 'a note on an object that is not there',
      damage: () => broken('UPDATE extras.note SET assigned_object_id = $1 WHERE id = $2', nobody, loose.note),
      finding: /^extras\.note \S+: its assigned_object_id is tenancy\.tenant \S+, which does not exist\./,
      mended: async () => void (await world.client.must(404, 'GET', `extras/notes/${loose.note}/`)),
    },
    {
      what: 'a picture of an object that is not there',
      damage: () => broken('UPDATE extras.imageattachment SET object_id = $1 WHERE id = $2', nobody, loose.picture),
      finding: /^extras\.imageattachment \S+: its object_id is tenancy\.tenant \S+, which does not exist\./,
      mended: async () => void (await world.client.must(404, 'GET', `extras/image-attachments/${loose.picture}/`)),
    },
    {
      what: 'a tag that is not for such objects',
      damage: () => broken('UPDATE tenancy.tenant SET tags = ARRAY[$1::uuid] WHERE id = $2', tag, loose.painted),
      finding: /^tenancy\.tenant \S+: its tag \S+ is not for objects of its kind\./,
      mended: async () => expect((await show(`tenancy/tenants/${loose.painted}/`)).tags).toEqual([]),
    },
    {
      what: 'a choice that is not offered',
      damage: () =>
        broken(
          `UPDATE tenancy.tenant SET custom_fields = custom_fields || '{"colour": "mauve"}' WHERE id = $1`,
          loose.painted,
        ),
      finding: /^tenancy\.tenant \S+: it has a choice of the custom field colour that is not offered\./,
      mended: async () => {
        expect((await show(`tenancy/tenants/${loose.painted}/`)).custom_fields.colour).toBeNull();
        await world.client.must(200, 'PATCH', `tenancy/tenants/${loose.painted}/`, { description: 'writable again' });
      },
    },
    {
      what: 'one of several choices that is not offered',
      damage: () =>
        broken(
          `UPDATE tenancy.tenant SET custom_fields = custom_fields || '{"sizes": ["large", "huge", "small"]}' WHERE id = $1`,
          loose.sized,
        ),
      finding: /^tenancy\.tenant \S+: it has a choice of the custom field sizes that is not offered\./,
      mended: async () =>
        expect((await show(`tenancy/tenants/${loose.sized}/`)).custom_fields.sizes).toEqual(['large', 'small']),
    },
    {
      what: 'a value of a custom field that there is not',
      damage: () =>
        broken(
          `UPDATE tenancy.tenant SET custom_fields = custom_fields || '{"forgotten": 1}' WHERE id = $1`,
          loose.remarked,
        ),
      finding: /^tenancy\.tenant \S+: it has a value of the custom field forgotten, which there is not\./,
      mended: () =>
        asOperator<{ kept: boolean }>(program.database.url, async (run) => {
          const rows = await run(
            "SELECT jsonb_exists(custom_fields, 'forgotten') AS kept FROM tenancy.tenant WHERE id = $1",
            [loose.remarked],
          );
          expect(rows).toEqual([{ kept: false }]);
        }),
    },
    {
      what: 'a default that is not offered',
      damage: () => broken(`UPDATE extras.customfield SET "default" = '"there"' WHERE id = $1`, loose.origin),
      finding: /^extras\.customfield \S+: its default is there, which it does not offer\./,
      mended: async () => expect((await show(`extras/custom-fields/${loose.origin}/`)).default).toBeNull(),
    },
    {
      what: 'a change record taken out',
      damage: async () => {
        await broken('CREATE TABLE public.kept AS SELECT * FROM dcim.outbox WHERE position = 2');
        await broken('DELETE FROM dcim.outbox WHERE position = 2');
      },
      finding: /^dcim has no change records between 1 and 3/,
      byHand: () => broken('INSERT INTO dcim.outbox OVERRIDING SYSTEM VALUE SELECT * FROM public.kept'),
    },
  ];

  /** What follows from some of the damages, and goes with them. */
  const consequences = [
    /^tenancy\.tenant: what tenancy knows of its custom field origin is out of date/,

    /^dcim\.location \S+: its parents lead to no root/,
    /^extras\.objectchange: \d+ objects are said to exist/,
    /^ipam\.ipaddress 10\.1\.1\.2\/32: its parent is \S+, the closest prefix around it is none/,
  ];

  describe('after things were broken by hand', () => {
    let before: AuditOutcome;
    let repaired: AuditOutcome;
    beforeAll(async () => {
      for (const { damage } of damages) await damage();
      before = await audit(program);
      repaired = await audit(program, '--repair');
    });

    it.each(damages)('finds $what', ({ finding }) => {
      expect(before.findings.filter((line) => finding.test(line))).toHaveLength(1);
    });

    it('finds nothing else, and ends with a code that says so', () => {
      const expected = [...damages.map(({ finding }) => finding), ...consequences];
      expect(before.findings.filter((line) => !expected.some((finding) => finding.test(line)))).toEqual([]);
      expect(before.exitCode).toBe(2);
    });

    it.each(damages)('mends it or leaves it to a person: $what', async ({ finding, mended }) => {
      const told = repaired.findings.find((line) => finding.test(line));
      expect(told?.endsWith(' Mended.')).toBe(mended !== undefined);
      await mended?.();
    });

    it('finds nothing any more when the rest was mended by hand', async () => {
      expect(repaired.exitCode).toBe(2);
      for (const { byHand } of damages) await byHand?.();
      const { findings, exitCode } = await audit(program);
      expect(findings).toEqual([]);
      expect(exitCode).toBe(0);
    });
  });

  /**
   * Has tenancy take in what the repair changed in extras, and waits for it: nobody tells it of that but the next write,
   * and when it comes to look, it looks at all custom fields again.
   */
  const tenancyHasHeard = async () => {
    await world.client.must(200, 'PATCH', `extras/custom-fields/${loose.origin}/`, { description: 'told' });
    await eventually('tenancy has taken in what extras changed', 60_000, () =>
      isTrue(`
        SELECT (SELECT position FROM tenancy.consumed WHERE app = 'extras') >= max(position)
          AND bool_and(position IS NOT NULL)
        FROM extras.outbox`),
    );
  };

  it('leaves deletions that nobody sees through to the running program, which forgets them by itself', async () => {
    await broken("INSERT INTO ipam.deleting_mark VALUES ('ipam.vlan', $1, gen_random_uuid(), 'infinity')", vlan);
    await broken(
      "INSERT INTO tenancy.deleting_mark VALUES ('tenancy.tenant', $1, gen_random_uuid(), now() - interval '1 hour')",
      tenant,
    );
    const marks = 'SELECT FROM ipam.deleting_mark UNION ALL SELECT FROM tenancy.deleting_mark';
    await eventually('the marks are gone', 60_000, () => isTrue(`NOT EXISTS (${marks})`));
    expect((await audit(program)).findings).toEqual([]);
    await world.client.must(200, 'GET', `tenancy/tenants/${tenant}/`);
  });

  it('finds what a service knows otherwise of a custom field, and has it look again', async () => {
    await tenancyHasHeard();
    await broken('DELETE FROM extras.customfieldchoice WHERE id = $1', loose.red);
    const outdated = /^tenancy\.tenant: what tenancy knows of its custom field colour is out of date\./;
    const { findings, exitCode } = await audit(program, '--repair');
    expect(findings.filter((line) => outdated.test(line))).toHaveLength(1);
    expect(exitCode).toBe(0);
    const refused = await world.client.call('PATCH', `tenancy/tenants/${loose.sized}/`, {
      custom_fields: { colour: 'red' },
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Available choices are: green')]);
    expect((await audit(program)).findings).toEqual([]);
  });

  it('says what it does not know', async () => {
    const { exitCode, text } = await audit(program, '--mend');
    expect(text).toContain('--mend is not an option');
    expect(exitCode).toBe(78);
  });
});
