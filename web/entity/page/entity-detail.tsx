import { Anchor, Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconHistory, IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { isContent } from '#contract/kinds.ts';
import { ChangedMeanwhile } from '#web/entity/form/changed-meanwhile.tsx';
import { type Entity, type Stored, type Values, headingOf } from '#web/entity/define/entity.ts';
import classes from '#web/entity/page/entity-detail.module.css';
import { LastChange } from '#web/entity/define/last-change.tsx';
import { RecordCase } from '#web/history/record-case.tsx';
import { EditionsOf } from '#web/entity/editions/editions-of.tsx';
import { ApprovalLine } from '#web/entity/approvals/approval-line.tsx';
import { OthersHere } from '#web/entity/form/others-here.tsx';
import { useEntityOffers } from '#web/entity/form/use-entity-form.tsx';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';
import { DraftOffers } from '#web/form/form-drafts.tsx';
import { fieldText } from '#web/lib/field-labels.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { PanelHeading } from '#web/ui/panel-heading.tsx';
import { activeState, StatusBadge } from '#web/ui/status-badge.tsx';

/** The name of a field, or a label with a value. */
type Fact<R> = (keyof R & string) | readonly [label: string, value: ReactNode];

type EntityDetailProps<R extends Stored, Form extends Values> = {
  page: Pick<EntityPageParts<R, Form>, 'entity' | 'records'> & {
    may: { update: boolean };
    address: Pick<EntityPageParts<R, Form>['address'], 'edit' | 'openHistory'>;
  };
  record: R;
  /** 88 px wide. */
  picture?: ReactNode;
  /** Below the heading. */
  subtitle?: string;
  /** Beside the badge that says whether the app shows the record. */
  badges?: ReactNode;
  /** Figures side by side. */
  figures?: readonly Fact<R>[];
  /** Left out: all fields of the form. */
  facts?: readonly Fact<R>[];
  /** Content between the heading and the facts, such as a long text. */
  children?: ReactNode;
};

/** The detail of a record: heading, text, and fields with the contract's labels. */
export function EntityDetail<R extends Stored, Form extends Values>(props: EntityDetailProps<R, Form>) {
  const { page, record, picture, subtitle, badges, figures = [], children } = props;
  const { entity, may, records = [], address } = page;
  const { active, blank } = entity;
  const { facts = Object.keys(blank).filter((name) => name !== active) } = props;
  const phone = usePhone();
  const offers = useEntityOffers(entity, record);
  const [opened] = useState(record.version);
  const title = entity.title(record);
  const labelled = (fact: Fact<R>): readonly [string, ReactNode] => {
    if (typeof fact !== 'string') return fact;
    const label = entity.fields[fact]?.label ?? fact;
    // The stored positions have gaps, and 0 means none; the place in the list is shown instead.
    if (entity.contract[fact]?.type !== 'position')
      return [label, <Value key={fact} entity={entity} name={fact} value={record[fact]} />];
    const position = records.findIndex(({ id }) => id === record.id) + 1;
    return [label, `${formatInteger(position)} of ${formatInteger(records.length)}`];
  };
  return (
    <Stack
      gap="1.25rem"
      pt={{ base: '1.25rem', md: '1.75rem' }}
      px={{ base: 'var(--awa-gutter)', md: 'xl' }}
      pb={{ base: '1.5rem', md: 'md' }}
    >
      <Flex wrap="wrap" align="flex-start" gap="1rem 1.25rem">
        {picture}
        <Box flex="1 1 14rem" miw={0}>
          <PanelHeading id={headingOf(record)}>{title}</PanelHeading>
          {subtitle && (
            <Text size="md" c="dimmed">
              {subtitle}
            </Text>
          )}
          <Group gap="0.375rem 0.5rem" mt="xs">
            {active && <StatusBadge state={activeState(Boolean(record[active]))} />}
            {badges}
          </Group>
        </Box>
        <Group gap="xs" grow={phone} flex={phone ? '1 0 100%' : 'none'}>
          <Button
            variant={phone ? 'default' : 'subtle'}
            leftSection={<IconHistory size={18} stroke={1.6} aria-hidden="true" />}
            aria-label={`History of ${title}`}
            onClick={() => address.openHistory(record)}
          >
            History
          </Button>
          {may.update && (
            <Button
              leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
              onClick={() => address.edit(record)}
            >
              Edit
            </Button>
          )}
        </Group>
      </Flex>
      <EditionsOf entity={entity} record={record} />
      <ApprovalLine kind={entity.kind} record={record} fields={entity.fields} title={`“${title}”`} />
      <OthersHere kind={entity.kind} id={record.id} />
      <ChangedMeanwhile entity={entity} record={record} since={opened} />
      {may.update && (
        <DraftOffers offers={offers} fields={entity.fields} onGoOn={(draft) => address.edit(record, draft)} />
      )}
      {children}
      {figures.length > 0 && <Facts className={classes.figures} facts={figures.map(labelled)} />}
      <Facts
        className={classes.facts}
        facts={[...facts.map(labelled), ['Updated', <LastChange key="updated" kind={entity.kind} record={record} />]]}
      />
      {isContent(entity.kind) && <RecordCase kind={entity.kind} id={record.id} title={title} />}
    </Stack>
  );
}

const Facts = ({ facts, ...rest }: { className: string | undefined; facts: (readonly [string, ReactNode])[] }) => (
  <dl {...rest}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <Text component="dt" c="dimmed">
          {label}
        </Text>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const webAddress = /^https?:\/\/(?:www\.)?(\S+)$/;

/** The value of a field, as in History. A web address is a link without a referrer. */
function Value({ entity, name, value }: { entity: Pick<Entity, 'fields'>; name: string; value: unknown }) {
  const field = entity.fields[name] ?? { label: name };
  const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return <Text c="dimmed">Not given</Text>;
  if (field.render) return field.render(value);
  const text = fieldText(field, value);
  const [, shown] = webAddress.exec(text) ?? [];
  if (!shown) return text;
  return (
    <Anchor
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      fz="sm"
      fw={500}
      underline="hover"
      className={classes.link}
    >
      {shown}
      <IconExternalLink size={16} stroke={1.6} role="img" aria-label="opens in a new tab" />
    </Anchor>
  );
}
