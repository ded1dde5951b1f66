import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Stored, Values } from '#web/entity/define/entity.ts';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';
import { useEntityUpdate } from '#web/entity/define/use-entity-update.ts';
import type { RowMenu } from '#web/ui/row-menu.tsx';

type Menu = ComponentProps<typeof RowMenu>;

/**
 * The row menu's changes without a form: showing or hiding the record in the app, and the quick choices of its kind.
 */
export function useQuickChanges<R extends Stored, Form extends Values>(
  { entity, may, setRefused, address, deletion }: EntityPageParts<R, Form>,
  record: R,
) {
  const { active, fields, menuChoices = {} } = entity;
  const nameOf = (field: string, value: string) => fields[field]?.format?.(value).toLowerCase() ?? value;
  const done = (changes: Values) => {
    const called = entity.called(record);
    if (active && active in changes) return `${changes[active] ? 'Activated' : 'Deactivated'} ${called}`;
    const words = Object.entries(changes).map(([field, value]) => nameOf(field, String(value)));
    return `Marked ${called} as ${words.join(' and ')}`;
  };
  const update = useEntityUpdate(entity, record, done, setRefused);
  const toggles = active
    ? [
        {
          label: record[active] ? 'Deactivate' : 'Activate',
          icon: record[active] ? IconEyeOff : IconEye,
          onClick: () => update.mutate({ [active]: !record[active] }),
        },
      ]
    : [];
  const choices = Object.entries(menuChoices).flatMap(([field, icons]) =>
    Object.entries(icons ?? {})
      .filter(([value]) => value !== record[field])
      .map(([value, icon]) => ({
        label: `Mark as ${nameOf(field, value)}`,
        icon,
        onClick: () => update.mutate({ [field]: value }),
      })),
  );
  const items = may.update ? [...toggles, ...choices] : [];
  const name = `Actions for ${entity.title(record)}`;
  // The text shown while a change is pending.
  const busy = update.isPending ? 'Saving' : undefined;
  return {
    /** A menu with only these changes. */
    menuChoices: { name, busy, items },
    /** A menu with all actions on the record. */
    all: (more: Menu['items'] = []): Menu => ({
      name,
      busy,
      items: [
        ...(may.update ? [{ label: 'Edit', icon: IconPencil, onClick: () => address.edit(record) }] : []),
        ...items,
        ...more,
        ...(may.remove
          ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => deletion.ask(record) }]
          : []),
      ],
    }),
  };
}
