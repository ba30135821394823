import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { NavLink, useLocation } from 'react-router';
import { useConfig } from '../api/config';
import { useModels } from '../api/models';
import { Icon, type IconName } from '../components/Icon';
import { type MenuGroup, type MenuLink, useMenu } from './menu';
import classes from './Navigation.module.css';

const sectionIcons: Record<string, IconName> = {
  Inventory: 'rack',
  Networks: 'network',
  Security: 'shield',
  Automation: 'job',
  Platform: 'settings',
  More: 'more',
};

/** The way to every page: sections with groups that open, what is on top is what somebody put there. */
export function Navigation() {
  const menu = useMenu();
  const { favorites = [] } = useConfig();
  const links = menu.flatMap(({ groups }) => groups.flatMap((group) => group.links));
  const chosen = favorites.flatMap((path) => links.find((link) => link.path === path) ?? []);
  return (
    <>
      <NavLink to="/" end className={classes.home!}>
        <Icon name="dashboard" size={15} />
        Home
      </NavLink>
      {chosen.length > 0 && (
        <section aria-label="Favorites">
          <div className={classes.section}>
            <Icon name="star" size={14} />
            Favorites
          </div>
          <ul className={classes.links}>
            {chosen.map((link) => (
              <NavItem key={link.path} link={link} />
            ))}
          </ul>
        </section>
      )}
      {menu.map(({ label, groups }) => (
        <section key={label} aria-label={label}>
          <div className={classes.section}>
            <Icon name={sectionIcons[label] ?? 'more'} size={14} />
            {label}
          </div>
          {groups.map((group) => (
            <Group key={group.label} section={label} group={group} />
          ))}
        </section>
      ))}
    </>
  );
}

function Group({ section, group: { label, links } }: { section: string; group: MenuGroup }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useLocalStorage<Record<string, boolean>>({
    key: 'plumbline-navigation',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const key = `${section}/${label}`;
  const isHere = links.some(({ path }) => pathname.startsWith(path));
  const isOpen = open[key] ?? isHere;
  return (
    <div>
      <UnstyledButton
        className={classes.group!}
        aria-expanded={isOpen}
        onClick={() => setOpen({ ...open, [key]: !isOpen })}
        data-here={isHere || undefined}
      >
        <span className={classes.caret} data-open={isOpen || undefined}>
          <Icon name="chevronRight" size={12} />
        </span>
        {label}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.links}>
          {links.map((link) => (
            <NavItem key={link.path} link={link} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NavItem({ link: { path, label, model } }: { link: MenuLink }) {
  const found = useModels().find(model ?? '');
  return (
    <li className={classes.item}>
      <NavLink to={path} className={classes.link!}>
        {label}
      </NavLink>
      {found?.may.includes('add') && (
        <NavLink to={`${path}add/`} className={classes.add!} aria-label={`Add ${found.title}`}>
          <Icon name="add" size={12} />
        </NavLink>
      )}
    </li>
  );
}
