import { Group, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Checkbox, type CheckboxProps } from '#web/ui/checkbox.tsx';
import classes from '#web/ui/split-page.module.css';

type SplitPageProps = {
  /** The head of the page. */
  head: ReactNode;
  /** The history is shown beside the page. */
  beside: boolean;
  /** The list has the full width and scrolls with the page, and the panel covers part of it. */
  over?: boolean;
  /** The list is narrow, because the panel needs the width. */
  narrow?: boolean;
  /** The list, then the panel. */
  children: ReactNode;
};

/** A page as high as the window. A list and a panel beside it scroll separately. */
export const SplitPage = ({ head, beside, over = false, narrow = false, children }: SplitPageProps) =>
  over ? (
    <>
      {head}
      <div className={classes.layers} data-panels-over>
        {children}
      </div>
    </>
  ) : (
    <div className={classes.page}>
      {head}
      <div className={classes.columns} data-beside={beside || undefined} data-narrow={narrow || undefined}>
        {children}
      </div>
    </div>
  );

type ListCardProps = {
  /** Announced when it changes: `Doctors (12)`. */
  title: string;
  /** A note about the list: `Same order as in the app`. */
  hint?: string | false | undefined;
  /** Search and filters. */
  tools?: ReactNode;
  /** Without a background and border, because its rows are cards; its title is only spoken. */
  plain?: boolean;
  /** The checkbox for all records shown. */
  selection?: Pick<CheckboxProps, 'checked' | 'onChange'>;
  children: ReactNode;
};

/** The list of a `SplitPage`, under its search and filters. */
export function ListCard({ title, hint, tools, plain, selection, children }: ListCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id} data-plain={plain || undefined}>
      {tools && <div className={classes.tools}>{tools}</div>}
      <Group justify="space-between" wrap="nowrap" gap="sm" className={classes.head}>
        {selection && (
          <div className={classes.check}>
            <Checkbox label="Select all that are shown" {...selection} />
          </div>
        )}
        <Text
          component="h2"
          id={id}
          size="md"
          fw={600}
          flex={1}
          data-tabular
          style={{ whiteSpace: 'nowrap', outline: 'none' }}
          tabIndex={-1}
          aria-live="polite"
        >
          {title}
        </Text>
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </Group>
      {children}
    </section>
  );
}
