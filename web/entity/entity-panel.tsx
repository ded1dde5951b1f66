import { Button, Group, Stack } from '@mantine/core';
import { IconTrashOff, type Icon } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { Stored, Values } from '#web/entity/define-entity.ts';
import type { EntityFormProps } from '#web/entity/entity-form.tsx';
import type { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { useSteadyList } from '#web/entity/use-entity-list.ts';
import { focusIsLost, giveFocus } from '#web/lib/focus.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

type EntityPanelProps<Thing extends Stored, Form extends Values> = Pick<
  EntityFormProps<Thing, Form>,
  'entity' | 'within' | 'adding' | 'fields' | 'foot'
> & {
  address: ReturnType<typeof useEntityAddress<Thing>>;
  /** Undefined while they are loading. */
  things: readonly Thing[] | undefined;
  /** They could not be loaded, which the list says. */
  unknown: boolean;
  icon: Icon;
  /** The way back to the list, on phones: `Doctors`. */
  back: string;
  /** Where none is chosen: what to do. */
  hint: string;
  detail: (thing: Thing) => ReactNode;
};

const EntityForm = lazyComponent<EntityFormProps<Stored, Values>>(
  async () => (await import('#web/entity/entity-form.tsx')).EntityForm,
  <PanelSkeleton noun="form" />,
);

/** Beside a list what the address says: one of its things, the form of one, or that none is chosen. */
export function EntityPanel<Thing extends Stored, Form extends Values>(props: EntityPanelProps<Thing, Form>) {
  const { entity, address, things, unknown, icon, back, hint, detail } = props;
  const { id, form, show, add, close } = address;
  const { noun } = entity;
  const { thing: edited } = useSteadyList(things, id);
  usePanelFocus(entity.kind, id, form);
  const title = capital(noun);
  const Form = EntityForm as unknown as ComponentType<EntityFormProps<Thing, Form>>;
  if (form === 'new' || (form === 'edit' && edited)) {
    return (
      <DetailPanel title={title} back={back} form onClose={close}>
        <Form
          {...props}
          thing={form === 'edit' ? edited : undefined}
          restoring={address.restoring}
          onSaved={(saved) => show({ id: saved?.id ?? id }, { left: true })}
          onCancel={close}
          onTakeOver={add}
        />
      </DetailPanel>
    );
  }
  if (!id || unknown) {
    return (
      <DetailPanel title={title} back={back} idle onClose={close}>
        <Empty icon={icon} title={`No ${noun} selected`} sentence={hint} />
      </DetailPanel>
    );
  }
  const chosen = things?.find((thing) => thing.id === id);
  return (
    <DetailPanel title={title} back={back} onClose={close}>
      {chosen && <Fragment key={id}>{detail(chosen)}</Fragment>}
      {!chosen && things && (
        <Empty
          icon={IconTrashOff}
          title={`This ${noun} is not there any more`}
          sentence={`Somebody deleted the ${noun}, or the link is wrong. What was deleted is in the bin for 30 days.`}
          action={<Button onClick={close}>Close</Button>}
        />
      )}
      {!things && <PanelSkeleton noun={noun} />}
    </DetailPanel>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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

/**
 * When what the panel showed goes and takes the focus along, the focus goes on: to the heading of what the panel shows
 * now, else to the row of what it showed, else to the button that adds one, whose id is `add-<kind>`.
 */
function usePanelFocus(kind: string, id: string | undefined, form: string | undefined) {
  const shown = useRef({ id, form });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id, form };
    // A form takes the focus by itself.
    if (form || (before.id === id && before.form === form)) return;
    // Once the page is as it will be.
    setTimeout(() => {
      if (!focusIsLost()) return;
      giveFocus(
        document.querySelector('[data-panel-heading]'),
        before.id ? document.querySelector(`[data-row="${before.id}"] a`) : null,
        document.querySelector(`#add-${kind}`),
      );
    });
  }, [kind, id, form]);
}
