import { ActionIcon, Box, Flex, Group, type ButtonProps } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconMenu2, IconSearch } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, CatchBoundary, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { areaRoles } from '#contract/areas.ts';
import { type Role, writers } from '#contract/roles.ts';
import { explain } from '#web/api/call.ts';
import { useRetrying } from '#web/api/retry.ts';
import type { SessionState } from '#web/api/session.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { accountPages, areasFor, homePage, isHome } from '#web/app/areas.ts';
import classes from '#web/app/shell.module.css';
import { useSignOut } from '#web/app/use-sign-out.ts';
import { SessionDialogs } from '#web/app/session-dialogs.tsx';
import { crisisCount } from '#web/features/moderation/crisis-count.ts';
import { useExportState } from '#web/features/users/export-state.ts';
import { whenIdle } from '#web/lib/idle.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { shellLayer } from '#web/lib/shell-layer.ts';
import { queuedSaves } from '#web/lib/queued-call.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useStore } from '#web/lib/store.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ConnectionLine } from '#web/ui/connection-line.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { NewVersionLine } from '#web/ui/new-version-line.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { Toasts } from '#web/ui/toasts.tsx';

const CrisisLine = lazyComponent(async () => (await import('#web/features/moderation/crisis-line.tsx')).CrisisLine);
const ExportBar = lazyComponent(async () => (await import('#web/features/users/export-bar.tsx')).ExportBar);
const MenuDrawer = lazyComponent(async () => (await import('#web/app/menu-drawer.tsx')).MenuDrawer);
const SavedViews = lazyComponent(async () => (await import('#web/views/saved-views.tsx')).SavedViews);
const ShellLayers = lazyComponent(async () => (await import('#web/app/shell-layers.tsx')).ShellLayers);

/** Milliseconds after which the code of the line about people in danger is loaded again. */
const lineRetry = 10_000;

/** Without its code the page goes on. The code is tried again soon, and on the next page at once. */
function NoLine({ reset }: ErrorComponentProps) {
  useEffect(() => {
    const again = setTimeout(reset, lineRetry);
    return () => clearTimeout(again);
  });
  return null;
}

type ShellProps = {
  /** When the session is over, the page stays as it is, behind the request to sign in again. */
  session: Extract<SessionState, { admin: unknown }>;
  children: ReactNode;
};

/** Header, areas, and the page of the current one. */
export function Shell({ session, children }: ShellProps) {
  const { admin, status } = session;
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const [menuOpened, menu] = useDisclosure(false);
  const layer = useStore(shellLayer, (open) => open);
  const find = () => shellLayer.set('palette');
  useShortcuts([
    { keys: ['?'], does: 'Show these shortcuts', act: () => shellLayer.set('keys') },
    { keys: ['mod+K'], does: 'Search the desk', act: find, typing: true },
  ]);
  const signOut = useSignOut();
  const main = useMainFocus();
  const retrying = useRetrying();
  const queued = useStore(queuedSaves, (saves) => saves);
  const exporting = useExportState((state) => state !== null);
  const isIdle = useIdle();
  const inDanger = useStore(crisisCount, (count) => count);
  const pathname = useLocation({ select: (location) => location.pathname });
  usePreloadedPages(admin.role);
  useInBackground(admin.id, status === 'in');
  const failed = signOut.error && <InlineFailure failed={explain(signOut.error)} />;
  const logout = (place: ButtonProps) => (
    <BusyButton
      {...place}
      variant="subtle"
      leftSection={<IconLogout size={18} stroke={1.6} aria-hidden="true" />}
      busy={signOut.isPending}
      busyLabel="Logout"
      onClick={() => signOut.mutate()}
    >
      Logout
    </BusyButton>
  );
  const finder = (
    <ActionIcon
      className={classes.find}
      size="lg"
      aria-label="Search the desk"
      aria-keyshortcuts="Control+K"
      onClick={find}
    >
      <IconSearch size={22} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <>
      <SkipLink target="main" />
      <header className={classes.header} data-bar>
        <Group wrap="nowrap" justify="space-between" gap="sm" className={classes.bar}>
          <Link to={homePage.to} className={classes.home} aria-label="Awa Desk">
            <Wordmark />
          </Link>
          {wide ? (
            <>
              <Areas role={admin.role} />
              {finder}
              <AccountMenu email={admin.email} />
              {/* Its edge, not its padding, is aligned with the page. */}
              {logout({ flex: 'none', mr: '-0.875rem' })}
            </>
          ) : (
            <Group gap={4} wrap="nowrap">
              {finder}
              <ActionIcon size="lg" aria-label="Menu" aria-expanded={menuOpened} onClick={menu.open}>
                <IconMenu2 size={24} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            </Group>
          )}
        </Group>
        {areaRoles.moderation.look.includes(admin.role) && (
          <div className={classes.lineRoom} data-waiting={inDanger > 0 || undefined}>
            <CatchBoundary getResetKey={() => pathname} errorComponent={NoLine}>
              {isIdle && <CrisisLine />}
            </CatchBoundary>
          </div>
        )}
      </header>
      <MenuDrawer
        opened={menuOpened && !wide}
        onClose={menu.close}
        email={admin.email}
        areas={<Areas role={admin.role} onChoose={menu.close} />}
      >
        {logout({ px: 'sm', style: { alignSelf: 'flex-start' } })}
        {failed}
      </MenuDrawer>
      <Toasts undoLast={writers.includes(admin.role) && (() => shellLayer.set('undo'))} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {wide && failed && <Box mb="lg">{failed}</Box>}
        {exporting && <ExportBar />}
        <CatchBoundary getResetKey={() => pathname} errorComponent={NoLine}>
          {isIdle && <SavedViews admin={admin} />}
        </CatchBoundary>
        {children}
      </main>
      <ConnectionLine retrying={retrying && status === 'in'} queued={queued} />
      <NewVersionLine />
      <ShellLayers admin={admin} opened={!!layer} layer={layer} />
      <SessionDialogs {...session} />
    </>
  );
}

function Areas({ role, onChoose }: { role: Role; onChoose?: () => void }) {
  const inDanger = useStore(crisisCount, (count) => count);
  return (
    <Flex
      component="nav"
      aria-label="Areas"
      direction={{ base: 'column', md: 'row' }}
      ml={{ md: 28 }}
      mr={{ md: 'auto' }}
      style={{ alignSelf: 'stretch' }}
    >
      {[homePage, ...areasFor(role)].map((page) => (
        <Link key={page.to} to={page.to} className={classes.area} onClick={onChoose}>
          {'label' in page ? (
            page.label
          ) : (
            <>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M3 12l9-9 9 9M5 10v11h14V10" />
              </svg>
              <span>Home</span>
            </>
          )}
          {page.to === '/admin/desk/moderation' && inDanger > 0 && <CountBadge>{formatInteger(inDanger)}</CountBadge>}
        </Link>
      ))}
    </Flex>
  );
}

/**
 * A new page takes the focus, so that screen readers start to read it and the Tab key starts in it. The first page does
 * not, even after a redirect: there the Tab key starts with “Skip to content”.
 */
function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && !isHome(shown.current)) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return main;
}

/** Whether the first data is shown, so that other work may begin. */
function useIdle() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

/** Loads the code of the role's pages once the browser is idle. Their data is loaded when they are opened. */
function usePreloadedPages(role: Role) {
  useEffect(
    () => whenIdle(() => [...areasFor(role), ...accountPages].forEach(({ page }) => void page.preload?.())),
    [role],
  );
}

/**
 * Once the first data is shown, follows colleagues' changes and sends the saves that wait for the connection. If
 * following fails, lists are still reloaded as usual.
 */
function useInBackground(adminId: string, on: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!on) return undefined;
    const ends: (() => void)[] = [];
    let isOver = false;
    const begin = async (load: () => Promise<(client: QueryClient, adminId: string) => () => void>) => {
      const start = await load();
      if (!isOver) ends.push(start(client, adminId));
    };
    const cancel = whenIdle(() => {
      begin(async () => (await import('#web/api/live-updates.ts')).startLiveUpdates).catch(() => undefined);
      begin(async () => (await import('#web/app/queued-saves.ts')).sendQueuedSaves).catch(() => undefined);
    });
    return () => {
      isOver = true;
      cancel();
      for (const end of ends) end();
    };
  }, [client, adminId, on]);
}
