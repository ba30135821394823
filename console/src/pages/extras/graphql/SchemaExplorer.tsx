import { Anchor, Button, TextInput, UnstyledButton } from '@mantine/core';
import { type GraphQLField, type GraphQLNamedType, type GraphQLSchema, type GraphQLType, getNamedType } from 'graphql';
import { Fragment, useDeferredValue, useMemo, useState } from 'react';
import classes from './SchemaExplorer.module.css';

/** Fields and types that are listed at most; more are found by searching. */
const most = 200;

/** What can be asked: the fields of the root, the types they lead to, and what is said of each. */
export function SchemaExplorer({
  schema,
  onAsk,
}: {
  schema: GraphQLSchema;
  onAsk(field: GraphQLField<unknown, unknown>): void;
}) {
  const root = schema.getQueryType()!;
  const [way, setWay] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim().toLowerCase());
  const type = (way.length > 0 ? schema.getType(way.at(-1)!) : undefined) ?? root;
  const follow = (to: GraphQLType) => {
    const { name } = getNamedType(to);
    setTyped('');
    setWay((before) => (before.includes(name) ? before.slice(0, before.indexOf(name) + 1) : [...before, name]));
  };
  const fields = useMemo(
    () => fieldsOf(type).filter(({ name }) => name.toLowerCase().includes(search)),
    [type, search],
  );
  const types = useMemo(
    () =>
      search === '' || type !== root
        ? []
        : Object.values(schema.getTypeMap()).filter(
            ({ name }) => !name.startsWith('__') && name.toLowerCase().includes(search),
          ),
    [schema, type, root, search],
  );
  return (
    <div className={classes.explorer}>
      <TextInput
        type="search"
        aria-label="Search the schema"
        placeholder={type === root ? 'Search fields and types' : `Search fields of ${type.name}`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {way.length > 0 && (
        <nav className={classes.way} aria-label="The way to this type">
          <Anchor component="button" type="button" onClick={() => setWay([])}>
            Queries
          </Anchor>
          {way.map((name, at) => (
            <Fragment key={name}>
              <span aria-hidden>›</span>
              {at === way.length - 1 ? (
                <strong>{name}</strong>
              ) : (
                <Anchor component="button" type="button" onClick={() => setWay(way.slice(0, at + 1))}>
                  {name}
                </Anchor>
              )}
            </Fragment>
          ))}
        </nav>
      )}
      {type !== root && type.description && <p className={classes.said}>{type.description}</p>}
      <section
        className={classes.list}
        aria-label={type === root ? 'Queries' : type.name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
      >
        <dl>
          {fields.slice(0, most).map((field) => (
            <Entry key={field.name} field={field} onFollow={follow} {...(type === root ? { onAsk } : {})} />
          ))}
          {valuesOf(type).map(({ name, description }) => (
            <div key={name} className={classes.entry}>
              <dt>{name}</dt>
              {description && <dd>{description}</dd>}
            </div>
          ))}
        </dl>
        {types.length > 0 && (
          <>
            <h3 className={classes.heading}>Types</h3>
            <ul className={classes.types}>
              {types.slice(0, most).map((one) => (
                <li key={one.name}>
                  <TypeLink type={one} onFollow={follow} />
                </li>
              ))}
            </ul>
          </>
        )}
        {Math.max(fields.length, types.length) > most && (
          <p className={classes.said}>There is more than is shown here; search for it.</p>
        )}
        {fields.length + types.length + valuesOf(type).length === 0 && (
          <p className={classes.said}>{search === '' ? 'A plain value.' : 'Nothing is called so.'}</p>
        )}
      </section>
    </div>
  );
}

/** A field with what it takes, what it is and what is said of it. */
function Entry({
  field,
  onFollow,
  onAsk,
}: {
  field: ShownField;
  onFollow(type: GraphQLType): void;
  onAsk?(field: GraphQLField<unknown, unknown>): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const args = field.args ?? [];
  return (
    <div className={classes.entry}>
      <dt>
        {args.length === 0 ? (
          <span className={classes.name}>{field.name}</span>
        ) : (
          <UnstyledButton className={classes.name!} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {field.name}
            <span className={classes.quiet}>
              ({isOpen ? '' : args.length === 1 ? args[0]!.name : `${args.length} arguments`})
            </span>
          </UnstyledButton>
        )}
        <TypeLink type={field.type} onFollow={onFollow} />
        {onAsk && field.args && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={classes.ask!}
            aria-label={`Ask for ${field.name}`}
            onClick={() => onAsk(field as GraphQLField<unknown, unknown>)}
          >
            Ask
          </Button>
        )}
      </dt>
      {field.description && <dd>{field.description}</dd>}
      {isOpen && (
        <dd>
          <ul className={classes.args}>
            {args.map((one) => (
              <li key={one.name}>
                {one.name}: <TypeLink type={one.type} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </dd>
      )}
    </div>
  );
}

/** A type that can be followed to what it has. */
const TypeLink = ({ type, onFollow }: { type: GraphQLType; onFollow(type: GraphQLType): void }) => (
  <Anchor component="button" type="button" className={classes.type!} onClick={() => onFollow(type)}>
    {String(type)}
  </Anchor>
);

/** A field as it is shown: of objects with what it takes, of what is entered without. */
type ShownField = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'description'> &
  Partial<Pick<GraphQLField<unknown, unknown>, 'args'>>;

const fieldsOf = (type: GraphQLNamedType): ShownField[] =>
  'getFields' in type ? Object.values(type.getFields() as Record<string, ShownField>) : [];

const valuesOf = (type: GraphQLNamedType) => ('getValues' in type ? type.getValues() : []);
