import { Button, Group, Menu, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconCheck, IconSettings } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Admin } from '#contract/auth.ts';
import { roleNames } from '#contract/roles.ts';
import type { ViewPageName } from '#contract/saved-views.ts';
import { useStore } from '#web/lib/store.ts';
import { viewsSlot } from '#web/lib/views-slot.ts';
import { ManageDialog } from '#web/views/manage-dialog.tsx';
import { type ShownView, openedView, searchText, useViews } from '#web/views/use-views.ts';
import { type EditedView, ViewDialog } from '#web/views/view-dialog.tsx';
import { filtersIn, lostWords, sameFilters, viewPageAt } from '#web/views/view-search.ts';

/**
 * The saved views of the list on screen: a button in its filter bar, and above the list the filters of the opened view
 * that no longer exist.
 */
export function SavedViews({ admin }: { admin: Admin }) {
  const slot = useStore(viewsSlot, (element) => element);
  const page = useLocation({ select: ({ pathname }) => viewPageAt(pathname) });
  return slot && page && <ViewsOf key={page} page={page} admin={admin} slot={slot} />;
}

type ViewsOfProps = { page: ViewPageName; admin: Admin; slot: HTMLElement };

function ViewsOf({ page, admin, slot }: ViewsOfProps) {
  const router = useRouter();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const openedId = useStore(openedView, (id) => id);
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<EditedView>({ name: '', role: null, search: '' });
  const [dialog, setDialog] = useState<'edit' | 'manage'>();
  // A view that leads here from the palette has loaded the list already.
  const { views = [], failed, onRetry } = useViews(isOpen || dialog !== undefined || openedId !== '');
  const here = views.filter((view) => view.page === page);
  const own = here.filter(({ owner }) => owner.id === admin.id);
  const shared = here.filter(({ owner }) => owner.id !== admin.id);
  const filters = filtersIn(page, search);
  const text = searchText(router, filters);
  const isCurrent = ({ id, kept, lost }: ShownView) =>
    sameFilters(kept, filters) && (lost.length === 0 || id === openedId);
  const opened = here.find((view) => view.id === openedId && isCurrent(view));
  const lost = opened?.lost ?? [];
  const edit = (next: EditedView) => {
    setEdited(next);
    setDialog('edit');
  };
  const close = () => setDialog(undefined);
  const item = (view: ShownView) => (
    <Menu.Item
      key={view.id}
      aria-current={isCurrent(view) || undefined}
      rightSection={isCurrent(view) && <IconCheck size={18} stroke={1.6} aria-hidden="true" />}
      onClick={() => {
        openedView.set(view.id);
        void router.navigate({ href: view.to });
      }}
    >
      <Text span dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {view.name}
      </Text>
      {(view.owner.id !== admin.id || view.role) && (
        <Text size="xs" c="dimmed">
          {view.owner.id === admin.id ? 'Shared with' : `${view.owner.name}, for`} {view.role && roleNames[view.role]}
        </Text>
      )}
    </Menu.Item>
  );
  const button = (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button
          aria-label="Views"
          title="Views"
          leftSection={<IconBookmark size={18} stroke={1.6} aria-hidden="true" />}
        >
          <span data-views>Views</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="min(22rem, calc(100vw - 2rem))" mah="24rem" style={{ overflowY: 'auto' }}>
        {own.length > 0 && <Menu.Label>Yours</Menu.Label>}
        {own.map(item)}
        {shared.length > 0 && <Menu.Label>Shared by colleagues</Menu.Label>}
        {shared.map(item)}
        {failed && (
          <Menu.Item closeMenuOnClick={false} onClick={onRetry}>
            {failed.message}. Retry
          </Menu.Item>
        )}
        {here.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconBookmarkPlus size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => edit({ name: '', role: null, search: text })}
        >
          Save this view…
        </Menu.Item>
        {(own.length > 0 || (admin.role === 'administrator' && shared.length > 0)) && (
          <Menu.Item
            leftSection={<IconSettings size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => setDialog('manage')}
          >
            Change views…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      {createPortal(button, slot)}
      {opened && lost.length > 0 && (
        <Group
          role="status"
          gap="xs"
          justify="space-between"
          mb="md"
          p="sm"
          bd="1px solid var(--awa-hairline)"
          bdrs="md"
          bg="var(--awa-surface)"
        >
          <Text flex="1 1 16rem">{lostWords(lost)}</Text>
          {opened.owner.id === admin.id && <Button onClick={() => setDialog('manage')}>Change views</Button>}
        </Group>
      )}
      <ViewDialog
        page={page}
        opened={dialog === 'edit'}
        edited={edited}
        leavesSearch={page === 'users' && Boolean(search['search'])}
        onClose={close}
      />
      <ManageDialog
        opened={dialog === 'manage'}
        views={admin.role === 'administrator' ? here : own}
        ownId={admin.id}
        search={text}
        onRename={edit}
        onClose={close}
      />
    </>
  );
}
