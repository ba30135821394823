import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { certificateFolder, createAuthority } from '../harness/certificates';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';

const places = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/libexec/slapd'];
const slapd = places.find((place) => existsSync(place));

/** Why there is no directory to be had, if there is none. */
export const missingDirectory = slapd ? undefined : 'slapd is not installed (apt-get install slapd).';

export const suffix = 'dc=example,dc=net';
export const root = { dn: `cn=root,${suffix}`, password: 'a password of the root' };

/** A real server of LDAP, with people, some of them locked or of the same name, groups and groups in groups. */
export interface Directory {
  clear: string;
  encrypted: string;
  /** File with the certificate of the authority that has signed the server's. */
  authority: string;
  /** Takes somebody out of a group. */
  leave(group: string, member: string): Promise<void>;
  halt(): Promise<void>;
  stop(): Promise<void>;
}

/** Whoever is in here is refused as accounts are that a directory has locked: it is unwilling to perform. */
const lockedSuffix = `ou=locked,ou=people,${suffix}`;
const personDn = (uid: string) => `uid=${uid},ou=people,${suffix}`;
const groupDn = (cn: string) => `cn=${cn},ou=groups,${suffix}`;

/** Starts slapd in a folder of its own, and fills it. */
export async function startDirectory(): Promise<Directory> {
  if (!slapd) throw new Error('slapd is not installed: it is in the apt list of .ci/run.');
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-slapd-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const authority = createAuthority(certificateFolder(), 'an authority of tests');
  const own = authority.issue('127.0.0.1', ['IP:127.0.0.1']);
  for (const data of ['data', 'locked']) mkdirSync(join(folder, data));
  writeFileSync(
    join(folder, 'slapd.conf'),
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${authority.certificate}
TLSCertificateFile ${own.certificate}
TLSCertificateKeyFile ${own.key}
pidfile ${join(folder, 'slapd.pid')}
database mdb
maxsize 16777216
suffix "${lockedSuffix}"
subordinate
rootdn "${root.dn}"
directory ${join(folder, 'locked')}
restrict bind
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
database mdb
maxsize 16777216
suffix "${suffix}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${join(folder, 'data')}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`,
  );
  const clear = `ldap://127.0.0.1:${port}`;
  const encrypted = `ldaps://127.0.0.1:${tlsPort}`;
  const child: ChildProcess = spawn(
    slapd,
    ['-f', join(folder, 'slapd.conf'), '-h', `${clear} ${encrypted}`, '-d', '0'],
    { stdio: 'ignore' },
  );
  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill();
    await over;
  };
  const asRoot = async <T>(task: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ url: clear, connectTimeout: 1_000, timeout: 5_000 });
    try {
      await client.bind(root.dn, root.password);
      return await task(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  };
  try {
    await eventually('slapd answers', 60_000, () => asRoot(async () => true));
    await asRoot(fill);
  } catch (error) {
    await halt();
    throw error;
  }
  return {
    clear,
    encrypted,
    authority: authority.certificate,
    leave: (group, member) =>
      asRoot((client) =>
        client.modify(groupDn(group), [
          new Change({
            operation: 'delete',
            modification: new Attribute({ type: 'member', values: [personDn(member)] }),
          }),
        ]),
      ),
    halt,
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(client: Client): Promise<void> {
  await client.add(suffix, { objectClass: ['dcObject', 'organization'], o: 'Example', dc: 'example' });
  for (const ou of ['people', 'groups'])
    await client.add(`ou=${ou},${suffix}`, { objectClass: ['organizationalUnit'], ou });
  const people = [
    ['grace', 'Grace', 'Hopper'],
    ['ada', 'Ada', 'Lovelace'],
    ['admin', 'Not', 'Administrator'],
    ['service', 'Service', 'Account'],
    ['outsider', 'Out', 'Sider'],
  ];
  const add = (dn: string, uid: string, givenName: string, sn: string) =>
    client.add(dn, {
      objectClass: ['inetOrgPerson'],
      uid,
      cn: `${givenName} ${sn}`,
      givenName,
      sn,
      mail: `${uid}@example.net`,
      userPassword: `${uid} of the directory`,
    });
  for (const [uid = '', givenName = '', sn = ''] of people) await add(personDn(uid), uid, givenName, sn);
  await client.add(lockedSuffix, { objectClass: ['organizationalUnit'], ou: 'locked' });
  await add(`uid=locked,${lockedSuffix}`, 'locked', 'Locked', 'Out');
  for (const name of ['One', 'Two', 'Three']) await add(`cn=${name} Same,ou=people,${suffix}`, 'same', name, 'Same');
  const groups: [string, string[]][] = [
    ['compilers', [personDn('grace')]],
    ['engines', [personDn('grace'), personDn('ada')]],
    ['staff', [groupDn('compilers'), personDn('ada'), personDn('admin')]],
    // A circle, as people make them.
    ['everybody', [groupDn('staff'), groupDn('everybody')]],
    ['keepers', [groupDn('engines')]],
  ];
  for (const [cn, member] of groups) await client.add(groupDn(cn), { objectClass: ['groupOfNames'], cn, member });
}
