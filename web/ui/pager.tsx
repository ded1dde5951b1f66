import { ActionIcon, Button, Flex, Group, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconSelector } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { DropDown, useDropDown } from '#web/ui/drop-down.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import classes from '#web/ui/pager.module.css';

type PagingProps = {
  /** `Showing 1 to 10 of 48,216 users`. */
  text: string;
  page: number;
  /** The number of pages; with `isCapped` there may be more. */
  pages: number;
  isCapped: boolean;
  /** The page is full, so that another one may follow. */
  isFull: boolean;
  onPage: (page: number) => void;
  /** The rows per page, and the available sizes. */
  size: number;
  sizes: readonly number[];
  onSize: (size: number) => void;
};

type StepProps = { label: string; icon: ReactNode; before: boolean; onClick: (() => void) | undefined };

function Step({ label, icon, before, onClick }: StepProps) {
  const phone = usePhone();
  const off = onClick === undefined;
  return (
    <Button
      size="xs"
      {...(phone ? { variant: 'subtle', w: 44, p: 0 } : off && { bg: 'transparent' })}
      aria-label={phone ? label : undefined}
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      leftSection={!phone && before ? icon : undefined}
      rightSection={!phone && !before ? icon : undefined}
      onClick={onClick}
    >
      {phone ? icon : label}
    </Button>
  );
}

/**
 * The footer of a list: the range shown, the rows per page, and links to the other pages. It is always visible at the
 * window's edge. On phones the rows and the page are behind a button.
 */
export function Pager(props: PagingProps) {
  const { text, page, pages, isCapped, isFull, onPage } = props;
  const phone = usePhone();
  const more = useDropDown();
  const isFollowed = page < pages || (isCapped && isFull);
  return (
    <div className={classes.foot} data-bar>
      <Text role="status" size={phone ? 'xs' : 'sm'} c="dimmed" flex={1}>
        {text}
      </Text>
      {!phone && <SizeField {...props} />}
      <Flex component="nav" flex="none" align="center" gap={phone ? 0 : 'sm'} aria-label="Pages">
        {phone && (
          <>
            <ActionIcon {...more.button} aria-label="Page and rows">
              <IconSelector size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <DropDown {...more.dropDown} trapFocus returnFocus position="top-end" p="md">
              <Flex direction="column" gap="sm">
                <PageField {...props} key={page} />
                <SizeField {...props} />
              </Flex>
            </DropDown>
          </>
        )}
        <Step
          label="Previous"
          icon={<IconChevronLeft size={18} stroke={1.6} />}
          before
          onClick={page > 1 ? () => onPage(isCapped ? page - 1 : Math.min(page - 1, pages)) : undefined}
        />
        {!phone && <PageField {...props} key={page} />}
        <Step
          label="Next"
          icon={<IconChevronRight size={18} stroke={1.6} />}
          before={false}
          onClick={isFollowed ? () => onPage(page + 1) : undefined}
        />
      </Flex>
    </div>
  );
}

/** The default size is the `FilterField`'s value for undefined. */
const SizeField = ({ size, sizes: [usual = 0, ...sizes], onSize }: PagingProps) => (
  <FilterField
    label="Rows"
    value={String(size)}
    otherwise={String(usual)}
    options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
    onChange={(next) => onSize(Number(next ?? usual))}
  />
);

/** `Page 3 of 4,822`, where the 3 is editable. A number beyond the last page goes to the last page. */
function PageField({ page, pages, isCapped, onPage }: PagingProps) {
  const [text, setText] = useState(formatInteger(page));
  const wanted = Number(text.replaceAll(/[\s,]/g, ''));
  const go = () => {
    const next = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, isCapped ? 1_000_000_000 : pages) : page;
    setText(formatInteger(next));
    if (next !== page) onPage(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <Group component="label" gap="xs" wrap="nowrap" fz="xs" lh="xs" c="dimmed" className={classes.page}>
        Page
        <TextInput
          w={`${Math.max(3, String(pages).length, text.length) + 2}ch`}
          miw="var(--awa-control)"
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setText(formatInteger(page))}
        />
        of {formatInteger(pages)}
        {isCapped && '+'}
      </Group>
    </form>
  );
}
