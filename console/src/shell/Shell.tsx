import {
  ActionIcon,
  Button,
  Kbd,
  Menu,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Link, Outlet, useBlocker, useLocation } from 'react-router';
import { useMe } from '../api/me';
import { ModelsContext, modelsQuery, useModels } from '../api/models';
import { addressOf } from '../api/request';
import { Brand } from '../components/Brand';
import { Icon } from '../components/Icon';
import { PageSkeleton } from '../components/PageSkeleton';
import { losesEntered } from '../form/entered';
import { Navigation } from './Navigation';
import classes from './Shell.module.css';
import { useGoKeys } from './useGoKeys';
import { useSamePerson } from './useSamePerson';
import { useScrolledPage } from './useScrolledPage';
import { useSignKeys } from './useSignKeys';

const NavigationDrawer = lazy(async () => ({ default: (await import('./NavigationDrawer')).NavigationDrawer }));
const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }));
const LeaveQuestion = lazy(async () => ({ default: (await import('./LeaveQuestion')).LeaveQuestion }));
const Help = lazy(async () => ({ default: (await import('./Help')).Help }));

/** Whether this machine writes the command key as ⌘. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Tells everything within it of the models, and stands around every page. */
export function Shell() {
  const { data } = useSuspenseQuery(modelsQuery);
  return (
    <ModelsContext value={data}>
      <Frame />
    </ModelsContext>
  );
}

/** The navigation, the search, and who one is. */
function Frame() {
  const [isPaletteOpen, palette] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isDrawerOpen, drawer] = useDisclosure();
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  const main = useScrolledPage();
  const leaving = useBlocker(({ currentLocation, nextLocation }) => losesEntered(currentLocation, nextLocation));
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    palette.open();
  });
  useSignKeys({ '/': palette.open, '?': help.open });
  useGoKeys();
  useSamePerson();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever leads to another page closes the drawer.
  useEffect(() => drawer.close(), [pathname]);
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={classes.header}>
        {!isWide && (
          <ActionIcon onClick={drawer.open} aria-label="Navigation" aria-expanded={isDrawerOpen} size="lg">
            <Icon name="menu" />
          </ActionIcon>
        )}
        <Link to="/" className={classes.brand} aria-label="Plumbline, start">
          <Brand />
          <span>Plumbline</span>
        </Link>
        <UnstyledButton className={classes.search} onClick={palette.open} aria-keyshortcuts="Control+K Meta+K">
          <Icon name="search" size={14} />
          <span>Search or go to…</span>
          <Kbd size="xs" visibleFrom="sm">
            {isMac ? '⌘' : 'Ctrl'} K
          </Kbd>
        </UnstyledButton>
        <div className={classes.tools}>
          <Tooltip label="Keyboard (?)">
            <ActionIcon onClick={help.open} aria-label="Keyboard" visibleFrom="sm" size="lg">
              <Icon name="help" />
            </ActionIcon>
          </Tooltip>
          <ColorScheme />
          <Account />
        </div>
      </header>
      {isWide ? (
        <nav className={classes.nav} aria-label="Main">
          <Navigation />
        </nav>
      ) : (
        <Suspense>
          <NavigationDrawer isOpen={isDrawerOpen} onClose={drawer.close} />
        </Suspense>
      )}
      <main className={classes.main} id="main" ref={main} tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>
        {isPaletteOpen && <Palette onClose={palette.close} onHelp={help.open} />}
        {isHelpOpen && <Help onClose={help.close} />}
        {leaving.state === 'blocked' && <LeaveQuestion onLeave={leaving.proceed} onStay={leaving.reset} />}
      </Suspense>
    </div>
  );
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Make it ${other}`}>
      <ActionIcon onClick={() => setColorScheme(other)} aria-label={`Make it ${other}`} size="lg">
        <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  );
}

function Account() {
  const me = useMe();
  const tokens = useModels().find('users.token');
  const name = `${me.first_name} ${me.last_name}`.trim() || me.username;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Account of ${name}`}
          leftSection={<Icon name="user" />}
        >
          <span className={classes.who}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Signed in as {me.username}</Menu.Label>
        <Menu.Item component="a" href={addressOf('/user/profile/')}>
          Profile
        </Menu.Item>
        {tokens?.may.includes('view') ? (
          <Menu.Item component={Link} to={tokens.url}>
            API tokens
          </Menu.Item>
        ) : (
          <Menu.Item component="a" href={addressOf('/user/api-tokens/')}>
            API tokens
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/users/sessions/">
          Sessions
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('/user/password/')}>
          Password
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('/user/second-factor/')}>
          Second factor
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href={addressOf('/api/docs/')}>
          API documentation
        </Menu.Item>
        <Menu.Item component="a" href={addressOf('/api/')}>
          API root
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href={addressOf('/logout/')} leftSection={<Icon name="signOut" size={14} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
