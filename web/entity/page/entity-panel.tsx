import { Button, Group, Stack } from '@mantine/core';
import { IconTrashOff, type Icon } from '@tabler/icons-react';
import { Fragment, type ComponentType, type ReactNode } from 'react';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import type { EntityFormProps } from '#web/entity/form/entity-form.tsx';
import type { Edited } from '#web/entity/editions/use-editions.ts';
import type { WordsPreviewProps } from '#web/entity/editions/words-preview.tsx';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { usePermissionWhileOpen } from '#web/api/permissions.ts';
import { useSteadyList } from '#web/entity/define/use-entity-list.ts';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';
import { capital } from '#contract/kinds.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { NotAllowed } from '#web/ui/not-allowed.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { WithPreview } from '#web/ui/with-preview.tsx';

export type EntityPanelProps<R extends Stored, Form extends Values> = {
  page: EntityPageParts<R, Form>;
  icon: Icon;
  /** A record of the list is about to open. */
  isOpening?: boolean;
  /** The panel covers the list, which has the full width and scrolls with the page. */
  over?: boolean;
  /** The label of the add button: `Add Doctor`. Left out when records cannot be added. */
  add?: string | undefined;
  /** Renders a record. Left out: an `EntityDetail` of all fields. */
  detail?: (record: R) => ReactNode;
  /** Values for a new record besides those of its list, such as a free number. */
  given?: Partial<Form> | undefined;
  /** The inputs of the form. Left out: those of all fields, in one column. */
  fields?: EntityFormProps<R, Form>['fields'];
  /** The record as the app shows it, beside the detail and beside the form. */
  preview?: EntityFormProps<R, Form>['preview'];
};

const WordsPreview = lazyComponent(async () => (await import('#web/entity/editions/words-preview.tsx')).WordsPreview);

const EntityForm = lazyComponent<EntityFormProps<Stored, Values>>(
  async () => (await import('#web/entity/form/entity-form.tsx')).EntityForm,
  <PanelSkeleton noun="form" />,
);

/** The panel beside a list, as the address says: a record, its form, or a note that none is selected. */
export function EntityPanel<R extends Stored, Form extends Values>(props: EntityPanelProps<R, Form>) {
  const { page, icon, isOpening = false, over = false, add, detail, fields, preview } = props;
  const { entity, may, scope, list, records, address } = page;
  const { id, form, show, close } = address;
  const { create, update } = entity.routes;
  const isIncluded = usePermissionWhileOpen(form === 'new' ? create : update, `${form} ${id}`);
  const { noun } = entity;
  const { record: edited } = useSteadyList(records, id);
  const panel = { title: capital(noun), back: capital(entity.many), over, onClose: close };
  const Form = EntityForm as unknown as ComponentType<EntityFormProps<R, Form>>;
  const canAdd = !scope || (scope.id !== undefined && !scope.missing);
  if (form === 'new' && canAdd && !isIncluded) {
    return (
      <DetailPanel {...panel}>
        <NotAllowed action={<Button onClick={close}>Close</Button>} />
      </DetailPanel>
    );
  }
  if (form === 'new' ? canAdd : form === 'edit' && isIncluded && edited) {
    return (
      <DetailPanel {...panel} form>
        <Form
          entity={entity}
          given={{ ...(scope?.given as Partial<Form>), ...props.given }}
          fields={fields}
          preview={preview}
          record={form === 'edit' ? edited : undefined}
          restoring={address.restoring}
          onSaved={(saved) => {
            const parentId = scope && saved?.[scope.field];
            // The record moved to another parent: the page follows it.
            if (saved && typeof parentId === 'string' && parentId !== scope?.id) scope?.choose(parentId, saved.id);
            else show({ id: saved?.id ?? id }, { left: true });
          }}
          onCancel={close}
          onTakeOver={address.add}
        />
      </DetailPanel>
    );
  }
  const isAsked = form === 'new' ? !scope?.missing : id !== undefined || isOpening;
  // The list itself shows why it failed to load.
  if (!isAsked || (!records && list.isError)) {
    return (
      <DetailPanel {...panel} idle>
        <Empty
          icon={icon}
          title={`No ${noun} selected`}
          sentence={`Select ${entity.one} to see the details${add && may.create && !scope?.missing ? `, or click ${add}` : ''}.`}
        />
      </DetailPanel>
    );
  }
  const chosen = records?.find((record) => record.id === id);
  const shown = chosen && (detail ? detail(chosen) : <EntityDetail page={page} record={chosen} />);
  return (
    <DetailPanel {...panel}>
      {chosen && (
        <Fragment key={id}>
          {preview ? <WithPreview preview={previewOf(entity, chosen, preview)}>{shown}</WithPreview> : shown}
        </Fragment>
      )}
      {!chosen && records && (
        <Empty
          icon={IconTrashOff}
          title={`This ${noun} no longer exists`}
          sentence={`The ${noun} was deleted, or the link is wrong. Deleted content stays in the bin for 30 days.`}
          action={<Button onClick={close}>Close</Button>}
        />
      )}
      {!records && <PanelSkeleton noun={noun} />}
    </DetailPanel>
  );
}

/** The preview of a record. When the app shows other words than the saved ones, it has a switch between both. */
function previewOf<R extends Stored, Form extends Values>(
  entity: Entity<R, Form>,
  record: R,
  preview: (record: Form) => ReactNode,
) {
  const drawn = preview as unknown as WordsPreviewProps['preview'];
  return 'hasChanges' in record && 'shown' in record && record.shown !== null ? (
    <WordsPreview entity={entity} record={record as unknown as Edited} preview={drawn} />
  ) : (
    preview(record as unknown as Form)
  );
}

/** Shown while the record or the code of its form is loading. */
function PanelSkeleton({ noun }: { noun: string }) {
  return (
    <Group role="status" aria-label={`Loading the ${noun}`} align="flex-start" gap="lg" px="xl" py="1.75rem">
      <SkeletonBox width="5.5rem" height="5.5rem" round />
      <Stack gap="sm">
        <SkeletonBox width="14rem" height="1.5rem" />
        <SkeletonBox width="10rem" height="1rem" />
        <SkeletonBox width="12rem" height="1.375rem" />
      </Stack>
    </Group>
  );
}
