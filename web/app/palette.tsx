import { Loader, Modal, Text, TextInput, VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Admin } from '#contract/auth.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { viewPages } from '#contract/saved-views.ts';
import { type FoundGroup, searchApi } from '#contract/search.ts';
import { explain } from '#web/api/call.ts';
import { failureOf, query } from '#web/api/query.ts';
import {
  type DeskAction,
  type PaletteItem,
  actionsFor,
  addressOfFound,
  pagesFor,
  unnamed,
} from '#web/app/palette-items.ts';
import { keepRecent, recentOf } from '#web/app/palette-recent.ts';
import classes from '#web/app/palette.module.css';
import { useSignOut } from '#web/app/use-sign-out.ts';
import { hasWords } from '#web/lib/fold.ts';
import { pressWhenShown } from '#web/lib/press-when-shown.ts';
import { shellLayer } from '#web/lib/shell-layer.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { showFailure } from '#web/ui/toast-store.ts';
import { type ShownView, openedView, useViews } from '#web/views/use-views.ts';

/** Milliseconds without a keystroke after which records are searched. */
const pause = 120;
/** The characters from which records are searched. */
const minTerm = 2;

/** `isKept`: among the recent entries of this device, where no person may be. */
type Entry = PaletteItem & { isKept: boolean };
type Group = { title: string; entries: readonly Entry[]; hasMore?: boolean };

const kept = (items: readonly PaletteItem[]): Entry[] => items.map((item) => Object.assign({ isKept: true }, item));

const ofPeople: ReadonlySet<string> = new Set(['user', 'account', 'post', 'case']);

const groupOf = ({ kind, records, hasMore }: FoundGroup): Group => ({
  title: capital(kinds[kind].many),
  hasMore,
  entries: records.map(({ id, label, places }) =>
    Object.assign(
      { label: label || unnamed(kind), note: places.join(' › '), isKept: !ofPeople.has(kind) },
      addressOfFound(kind, id),
    ),
  ),
});

/** The saved views, with their pages. */
const viewItems = (views: readonly ShownView[]): PaletteItem[] =>
  views.map(({ id, name, page, to }) => ({ label: name, note: viewPages[page].label, to, view: id }));

/** The page at a pasted address of this desk. */
function pastedAddress(term: string): Entry[] {
  const { origin } = location;
  const to = term.startsWith(`${origin}/`) ? term.slice(origin.length) : term;
  return to.startsWith('/admin/') ? [{ label: 'Open this address', note: to, to, isKept: false }] : [];
}

/** An id of a request, as messages about failures show it. */
const isRequestId = (term: string) => /^(?:request )?[0-9a-f]{8}-[0-9a-f]{4}$/i.test(term);

/** The entries for a term: pages and actions by their words, records as the server finds them. */
function useGroups({ id, role }: Admin, term: string, opened: boolean) {
  const [settled] = useDebouncedValue(term, pause);
  const isSearched = opened && settled.replace(/^@/, '').length >= minTerm && !settled.startsWith('/');
  const found = useQuery({
    ...query(searchApi.search.find, { q: settled }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const { views } = useViews(opened);
  const fits = ({ label, note = '' }: PaletteItem) => hasWords(`${label} ${note}`, term);
  const address = pastedAddress(term);
  const groups: Group[] = [
    ...(term === '' && opened ? [{ title: 'Recent', entries: kept(recentOf(id)) }] : []),
    { title: 'Address', entries: address },
    { title: 'Views', entries: kept(viewItems(views ?? []).filter(fits)) },
    { title: 'Pages', entries: kept(pagesFor(role).filter(fits)) },
    { title: 'Actions', entries: kept(actionsFor(role).filter(fits)) },
    ...(isSearched && term !== '' ? (found.data?.groups ?? []).map(groupOf) : []),
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: isSearched && (found.isFetching || settled !== term),
    ...failureOf(found),
  };
}

type PaletteProps = { admin: Admin; opened: boolean; onClose: () => void };

/**
 * The command palette: pages, actions and records by their words, people after `@`. The focus stays in the field; the
 * arrow keys choose an entry, as in a combobox.
 */
export function Palette({ admin, opened, onClose }: PaletteProps) {
  const phone = usePhone();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen={phone}
      centered={false}
      yOffset="12vh"
      size="40rem"
      {...(phone && { radius: 0 })}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search the desk">
        {phone && (
          <Modal.Header>
            <Modal.Title>Search the desk</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Modal.Header>
        )}
        <Modal.Body p={phone ? 'md' : 0} pt={0}>
          <Finder admin={admin} opened={opened} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Does an action of the account menu or the header. */
function useDeskAction() {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (does: DeskAction) => {
    if (does === 'logout') signOut.mutate(undefined, { onError: (error) => showFailure('Logout', explain(error)) });
    else if (does === 'undo' || does === 'keys') shellLayer.set(does);
    else setColorScheme(does);
  };
}

function Finder({ admin, opened, onClose }: PaletteProps) {
  const { navigate } = useRouter();
  const onDesk = useDeskAction();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const term = text.trim();
  const { groups, isSearching, failed, ...retry } = useGroups(admin, term, opened);
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.min(at, entries.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    const { to, search, press, menu = '', does, view, isKept } = entry;
    if (isKept && !does && view === undefined) keepRecent(admin.id, entry);
    onClose();
    if (does) {
      onDesk(does);
      return;
    }
    if (view !== undefined) openedView.set(view);
    const isWhole = !search && to.includes('?');
    const going = navigate(isWhole ? { href: to } : { to: to as '.', search: (search ?? {}) as never });
    // The page before may have a control of the same name.
    if (press !== undefined) void going.then(() => pressWhenShown(press, menu));
  };
  const moves: Partial<Record<string, (index: number) => number>> = {
    ArrowDown: (index) => (index + 1) % entries.length,
    ArrowUp: (index) => (index - 1 + entries.length) % entries.length,
    PageDown: (index) => Math.min(index + 8, entries.length - 1),
    PageUp: (index) => Math.max(index - 8, 0),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = moves[event.key];
    if (move && entries.length > 0) setAt(move(active));
    else if (event.key === 'Enter') choose(entries[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        className={classes.field}
        variant="unstyled"
        size="md"
        role="combobox"
        aria-label="Search the desk"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        placeholder="Page, action, record or @person"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        enterKeyHint="go"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The first field of a page that comes late takes the focus.
          const isTaken = relatedTarget && !currentTarget.closest('[role="dialog"]')?.contains(relatedTarget);
          if (opened && isTaken) setTimeout(() => giveFocus(currentTarget));
        }}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        rightSection={isSearching && <Loader size={18} aria-hidden="true" />}
      />
      {failed && (
        <div className={classes.note}>
          <FailedPanel failed={failed} {...retry} />
        </div>
      )}
      <VisuallyHidden role="status">
        {isSearching ? '' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </VisuallyHidden>
      <div className={classes.list} role="listbox" id={`${id}-list`} aria-label="Results">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes.title} aria-hidden="true">
              {group.title}
            </div>
            {group.entries.map((entry) => {
              const own = entries.indexOf(entry);
              return (
                <button
                  type="button"
                  key={JSON.stringify(entry)}
                  id={optionId(own)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === active}
                  className={classes.entry}
                  onPointerMove={() => setAt(own)}
                  onClick={() => choose(entry)}
                >
                  <Text span truncate dir="auto">
                    {entry.label}
                  </Text>
                  {entry.note && (
                    <Text span size="sm" c="dimmed" truncate dir="auto">
                      {entry.note}
                    </Text>
                  )}
                </button>
              );
            })}
            {group.hasMore && (
              <div className={classes.more} aria-hidden="true">
                More than {group.entries.length}: type another word
              </div>
            )}
          </div>
        ))}
      </div>
      {entries.length === 0 && !isSearching && !failed && (
        <Text className={classes.note} c="dimmed">
          {isRequestId(term)
            ? 'The id of a request. The log of the server has it: send it to the operator of the desk.'
            : term.startsWith('@')
              ? 'No user found'
              : 'Nothing found'}
        </Text>
      )}
    </>
  );
}
