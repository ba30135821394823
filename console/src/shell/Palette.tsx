import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { capitalized, useModels } from '../api/models';
import { objectPath } from '../api/objects';
import { addressOf } from '../api/request';
import { Dialog } from '../components/Dialog';
import { Icon, type IconName } from '../components/Icon';
import { Named } from '../components/Named';
import { useMenu } from './menu';
import classes from './Palette.module.css';
import { type Found, fewestLetters, searchParts, searchQuery, sorted } from './search';

/** Milliseconds after the last letter until the server is asked. */
const pause = 140;
/** Pages and actions that are shown. */
const mostPages = 8;

interface Entry {
  key: string;
  group: string;
  label: string;
  hint?: string;
  icon: IconName;
  run(): void;
}

/** What the parts of a search have found; what was found by other words before stays until one of them has found anything. */
function together(parts: UseQueryResult<Found[]>[]): { found: Found[]; isFetching: boolean } {
  const now = parts.filter(({ isPlaceholderData }) => !isPlaceholderData);
  const counted = now.some(({ data }) => data !== undefined) ? now : parts;
  return {
    found: counted.flatMap(({ data }) => data ?? []),
    isFetching: parts.some(({ isFetching }) => isFetching),
  };
}

/** Finds objects, pages and actions by what is typed. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [asked] = useDebouncedValue(text.trim(), pause);
  const models = useModels();
  const pages = usePages(onHelp);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { found, isFetching } = useQueries({
    queries: searchParts.map((part) => ({
      ...searchQuery(models, asked, part),
      enabled: asked.length >= fewestLetters,
      placeholderData: keepPreviousData<Found[]>,
    })),
    combine: together,
  });
  const entries = useMemo((): Entry[] => {
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const matching = pages.filter(({ label, group }) =>
      words.every((word) => `${label} ${group}`.toLowerCase().includes(word)),
    );
    const objects = (asked.length >= fewestLetters ? sorted(found, asked) : []).map(
      ({ model, id: objectId, display }): Entry => ({
        key: `${model.label} ${objectId}`,
        group: 'Objects',
        label: display,
        hint: model.title,
        icon: 'link',
        run: () => navigate(objectPath(model, objectId).slice('/api'.length)),
      }),
    );
    const shown = matching.slice(0, mostPages);
    const isPageNamed = shown[0] && words.length > 0 && shown[0].label.toLowerCase().startsWith(words.join(' '));
    return isPageNamed ? [...shown, ...objects] : [...objects, ...shown];
  }, [text, asked, found, pages, navigate]);
  const current = Math.min(active, entries.length - 1);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      setActive((current + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(entries[current]);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is chosen by keyboard is brought into sight.
  useEffect(() => {
    // What scrolls answers with a promise in newer browsers, which React would take for the end of the effect.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="38rem"
      yOffset="9vh"
      attributes={{ content: { 'aria-label': 'Search everything' } }}
    >
      <div className={classes.field}>
        <Icon name="search" size={16} />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          aria-label="Search objects, pages and actions"
          placeholder="Names, addresses, serials, MACs, pages, actions…"
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={keys}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(0);
          }}
        />
        <span className={classes.state} role="status">
          {isFetching ? 'Looking…' : ''}
        </span>
      </div>
      <div className={classes.list} ref={list} id={`${id}-list`} role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as listboxes of its kind have it.
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names what is chosen.
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            className={classes.entry}
            onClick={() => choose(entry)}
            onPointerMove={() => setActive(index)}
          >
            <Icon name={entry.icon} size={14} />
            <span className={classes.label}>
              <Named text={entry.label} />
            </span>
            <span className={classes.hint}>{entry.hint ?? entry.group}</span>
          </div>
        ))}
        {entries.length === 0 && <p className={classes.none}>{isFetching ? 'Looking…' : 'Nothing is called that.'}</p>}
      </div>
    </Dialog>
  );
}

/** Every page and action there is for this person. */
function usePages(onHelp: () => void): Entry[] {
  const menu = useMenu();
  const models = useModels();
  const navigate = useNavigate();
  return useMemo(() => {
    const pages = menu.flatMap(({ label: section, groups }) =>
      groups.flatMap(({ links }) =>
        links.map(
          ({ label, path }): Entry => ({ key: path, group: section, label, icon: 'table', run: () => navigate(path) }),
        ),
      ),
    );
    const adding = models.all
      .filter(({ may }) => may.includes('add'))
      .map(
        ({ title, url }): Entry => ({
          key: `add ${url}`,
          group: 'Action',
          label: `Add ${title}`,
          icon: 'add',
          run: () => navigate(`${url}add/`),
        }),
      );
    const importing = models.all
      .filter(({ may }) => may.includes('add'))
      .map(
        ({ plural, url }): Entry => ({
          key: `import ${url}`,
          group: 'Action',
          label: `Import ${plural}`,
          icon: 'upload',
          run: () => navigate(`${url}import/`),
        }),
      );
    const others: Entry[] = [
      { key: 'home', group: 'Page', label: 'Home', icon: 'dashboard', run: () => navigate('/') },
      { key: 'help', group: 'Action', label: 'Show the keyboard', icon: 'help', run: onHelp },
      {
        key: 'api',
        group: 'Page',
        label: 'API documentation',
        icon: 'code',
        run: () => location.assign(addressOf('/api/docs/')),
      },
      {
        key: 'out',
        group: 'Action',
        label: 'Sign out',
        icon: 'signOut',
        run: () => location.assign(addressOf('/logout/')),
      },
    ];
    return [...others.slice(0, 1), ...pages, ...others.slice(1), ...adding, ...importing].map((entry) => ({
      ...entry,
      label: capitalized(entry.label),
    }));
  }, [menu, models, navigate, onHelp]);
}
