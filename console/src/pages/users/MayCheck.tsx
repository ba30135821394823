import { Alert, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { mostRead, useEverything } from '../../api/everything';
import { useModels } from '../../api/models';
import { objectQuery } from '../../api/objects';
import { type ApiObject, isRelated } from '../../api/types';
import { Icon } from '../../components/Icon';
import { Named } from '../../components/Named';
import { RelatedPicker } from '../../components/RelatedPicker';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import { allHold, constraintsOf, type Holds, lookupsOf } from './constraints';
import classes from './MayCheck.module.css';

const actions = ['view', 'add', 'change', 'delete', 'run', 'approve'];
const words: Record<string, string> = {
  view: 'see',
  add: 'add',
  change: 'change',
  delete: 'delete',
  run: 'run',
  approve: 'approve',
};
const verdicts = new Map<Holds, string>([
  [true, 'Yes'],
  [false, 'No'],
  [undefined, 'It cannot be told from here'],
]);

/** How one permission answers the question. */
interface Answer {
  permission: ApiObject;
  holds: Holds;
  reason: string;
  lookups: ReturnType<typeof lookupsOf>[];
}

/** "May this user change this device, and if not, which rule is missing?" */
export function MayCheck({ object: user }: ObjectProps) {
  const models = useModels();
  const permissions = models.find('users.objectpermission');
  const [label, setLabel] = useState<string | null>('dcim.device');
  const [action, setAction] = useState<string | null>('change');
  const [id, setId] = useState<string | null>(null);
  const model = models.find(label ?? '');
  const { data: all, error } = useEverything(permissions, { depth: 1 });
  // Constraints follow relations: what they look at is read along.
  const found = useQuery({
    ...objectQuery(model ?? { url: '' }, id ?? '', { depth: 3 }),
    enabled: model !== undefined && id !== null,
  });
  const object = id === null ? undefined : found.data?.object;
  const about = (all?.results ?? []).filter(({ object_types: types }) => Array.isArray(types) && types.includes(label));
  const groups = (Array.isArray(user.groups) ? user.groups : []).filter(isRelated).map((one) => one.id);
  const isTheirs = (permission: ApiObject) =>
    ids(permission.users).includes(user.id) || ids(permission.groups).some((one) => groups.includes(one));
  const answers: Answer[] = about.filter(isTheirs).map((permission) => judge(permission, action ?? '', object));
  // One that was not read may allow it.
  const isCut = all !== undefined && all.count > all.results.length;
  const ofRules = best(answers.map(({ holds }) => holds));
  const isKept = label === 'users.user' && ['change', 'delete'].includes(action ?? '') && object?.is_superuser === true;
  const [verdict, why]: [Holds, string] =
    user.is_active === false
      ? [false, 'The account is not active.']
      : user.is_superuser
        ? [true, 'Administrators may do everything.']
        : isKept
          ? [false, 'Accounts of administrators are theirs alone to change or delete.']
          : isCut && ofRules === false
            ? [
                undefined,
                `Only ${mostRead.toLocaleString('en')} of ${all.count.toLocaleString('en')} permissions were looked at.`,
              ]
            : answers.length === 0
              ? [ofRules, 'No permission of theirs, or of a group of theirs, is about these objects.']
              : [ofRules, ofRules === true && !object && action !== 'add' ? 'At least with some of them.' : ''];
  const others = about.filter(
    (permission) => !isTheirs(permission) && judge(permission, action ?? '', object).holds === true,
  );
  return (
    <div className={classes.page}>
      <Section title={`What may ${user.display} do?`}>
        <div className={classes.question}>
          <Select
            label="May they"
            data={actions.map((value) => ({ value, label: words[value]! }))}
            value={action}
            allowDeselect={false}
            onChange={setAction}
          />
          <Select
            label="Kind of object"
            searchable
            selectFirstOptionOnChange
            data={models.all
              .map((one) => ({ value: one.label, label: one.title }))
              .sort((a, b) => a.label.localeCompare(b.label))}
            value={label}
            allowDeselect={false}
            onChange={(value) => {
              setLabel(value);
              setId(null);
            }}
          />
          {model && action !== 'add' && (
            <RelatedPicker
              key={label}
              to={model.label}
              label="Which one"
              placeholder="Any of them"
              value={id}
              onChange={setId}
            />
          )}
        </div>
        {!permissions && <p className={classes.quiet}>You may not see permissions.</p>}
        {error && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        {all && (
          <p className={classes.verdict} data-holds={String(verdict)} role="status">
            <Icon name={verdict === true ? 'check' : verdict === false ? 'close' : 'help'} size={18} />
            <b>{verdicts.get(verdict)}.</b> {why}
          </p>
        )}
        {answers.map(({ permission, holds, reason, lookups }) => (
          <div key={permission.id} className={classes.rule} data-holds={String(holds)}>
            <div className={classes.name}>
              <Icon name={holds === true ? 'check' : holds === false ? 'close' : 'help'} size={14} />
              <Link to={`/users/permissions/${permission.id}/`}>
                <Named text={permission.display} />
              </Link>
              <span className={classes.quiet}>{reason}</span>
            </div>
            {lookups.map((constraint, index) => (
              <ul key={JSON.stringify(constraint)} className={classes.lookups}>
                {lookups.length > 1 && <li className={classes.quiet}>{index === 0 ? 'Either' : 'or'}</li>}
                {constraint.map(({ key, wanted, found: has, holds: one }) => (
                  <li key={key} data-holds={String(one)}>
                    <Icon name={one === true ? 'check' : one === false ? 'close' : 'help'} size={12} />
                    <code>
                      {key} = {JSON.stringify(wanted)}
                    </code>
                    {one === false && <span className={classes.quiet}>it has {JSON.stringify(has) ?? 'nothing'}</span>}
                    {one === undefined && <span className={classes.quiet}>not shown by the object</span>}
                  </li>
                ))}
              </ul>
            ))}
          </div>
        ))}
        {verdict === false && !user.is_superuser && others.length > 0 && (
          <p className={classes.quiet}>
            Would allow it, were they, or a group of theirs, in it:{' '}
            {others.map((permission, index) => (
              <span key={permission.id}>
                {index > 0 && ', '}
                <Link to={`/users/permissions/${permission.id}/`}>
                  <Named text={permission.display} />
                </Link>
              </span>
            ))}
          </p>
        )}
      </Section>
    </div>
  );
}

const ids = (value: unknown) => (Array.isArray(value) ? value.filter(isRelated).map(({ id }) => id) : []);

const best = (holds: Holds[]): Holds => (holds.includes(true) ? true : holds.includes(undefined) ? undefined : false);

function judge(permission: ApiObject, action: string, object: ApiObject | undefined): Answer {
  const no = (reason: string): Answer => ({ permission, holds: false, reason, lookups: [] });
  if (permission.enabled === false) return no('It is not enabled.');
  const given = Array.isArray(permission.actions) ? permission.actions.map(String) : [];
  if (!given.includes(action)) return no(`It does not have the action ${action}; it has ${given.join(', ')}.`);
  const constraints = constraintsOf(permission.constraints);
  if (constraints.some((one) => Object.keys(one).length === 0))
    return { permission, holds: true, reason: 'For all objects.', lookups: [] };
  if (!object) return { permission, holds: true, reason: 'For objects that meet its constraints.', lookups: [] };
  const lookups = constraints.map((one) => lookupsOf(one, object));
  return { permission, holds: best(lookups.map(allHold)), reason: '', lookups };
}
