import { Button, Group, Stack } from '@mantine/core';
import { IconTrashOff, type Icon } from '@tabler/icons-react';
import { Fragment, type ComponentType, type ReactNode } from 'react';
import type { Stored, Values } from '#web/entity/define-entity.tsx';
import type { EntityFormProps } from '#web/entity/entity-form.tsx';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import { useMayFor } from '#web/api/may.ts';
import { useSteadyList } from '#web/entity/use-entity-list.ts';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import { capital } from '#contract/kinds.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { NotAllowed } from '#web/ui/not-allowed.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { WithPreview } from '#web/ui/with-preview.tsx';

export type EntityPanelProps<Thing extends Stored, Form extends Values> = {
  page: EntityPageParts<Thing, Form>;
  icon: Icon;
  /** One of the list is about to open. */
  isOpening?: boolean;
  /** The panel lies over the list, which has all of the width and scrolls with the page. */
  over?: boolean;
  /** What the button says that adds one: `Add Doctor`. Left out where none can be added. */
  add?: string | undefined;
  /** Shows a thing. Left out, an `EntityDetail` of all fields does. */
  detail?: (thing: Thing) => ReactNode;
  /** What a new one has, beside what all of its list have: a number that is free. */
  given?: Partial<Form> | undefined;
  /** The inputs of the form. Left out, they are those of all fields, one below the other. */
  fields?: EntityFormProps<Thing, Form>['fields'];
  /** What one is like in the app, beside it and beside its form. */
  preview?: EntityFormProps<Thing, Form>['preview'];
};

const EntityForm = lazyComponent<EntityFormProps<Stored, Values>>(
  async () => (await import('#web/entity/entity-form.tsx')).EntityForm,
  <PanelSkeleton noun="form" />,
);

/** Beside a list what the address says: one of its things, the form of one, or that none is chosen. */
export function EntityPanel<Thing extends Stored, Form extends Values>(props: EntityPanelProps<Thing, Form>) {
  const { page, icon, isOpening = false, over = false, add, detail, fields, preview } = props;
  const { entity, may, scope, list, things, address } = page;
  const { id, form, show, close } = address;
  const { create, update } = entity.routes;
  const isIncluded = useMayFor(form === 'new' ? create : update, `${form} ${id}`);
  const { noun } = entity;
  const { thing: edited } = useSteadyList(things, id);
  const panel = { title: capital(noun), back: capital(entity.many), over, onClose: close };
  const Form = EntityForm as unknown as ComponentType<EntityFormProps<Thing, Form>>;
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
          thing={form === 'edit' ? edited : undefined}
          restoring={address.restoring}
          onSaved={(saved) => {
            const holder = scope && saved?.[scope.field];
            // It was given to another parent: the page goes with it.
            if (saved && typeof holder === 'string' && holder !== scope?.id) scope?.choose(holder, saved.id);
            else show({ id: saved?.id ?? id }, { left: true });
          }}
          onCancel={close}
          onTakeOver={address.add}
        />
      </DetailPanel>
    );
  }
  const isAsked = form === 'new' ? !scope?.missing : id !== undefined || isOpening;
  // The list says why nothing is known.
  if (!isAsked || (!things && list.isError)) {
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
  const chosen = things?.find((thing) => thing.id === id);
  const shown = chosen && (detail ? detail(chosen) : <EntityDetail page={page} thing={chosen} />);
  return (
    <DetailPanel {...panel}>
      {chosen && (
        <Fragment key={id}>
          {preview ? <WithPreview preview={preview(chosen as unknown as Form)}>{shown}</WithPreview> : shown}
        </Fragment>
      )}
      {!chosen && things && (
        <Empty
          icon={IconTrashOff}
          title={`This ${noun} no longer exists`}
          sentence={`Somebody deleted the ${noun}, or the link is wrong. Deleted content stays in the bin for 30 days.`}
          action={<Button onClick={close}>Close</Button>}
        />
      )}
      {!things && <PanelSkeleton noun={noun} />}
    </DetailPanel>
  );
}

/** While the thing is loading, or the code of its form. */
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
