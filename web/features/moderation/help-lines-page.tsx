import { Button, Stack, Text } from '@mantine/core';
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkedDays } from '#contract/checked.ts';
import { type HelpLine, type HelpLineCall, helpLinePurposes, safetyApi } from '#contract/safety.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { callWords, untilWords } from '#web/features/moderation/help-line-words.ts';
import { useHelpLineFilter } from '#web/features/moderation/use-help-line-filter.ts';
import { helpLineEntity } from '#web/features/moderation/kinds.ts';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { CheckedLine } from '#web/ui/checked-line.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const CallDialog = lazyComponent(async () => (await import('#web/features/moderation/call-dialog.tsx')).CallDialog);

/** The fields of deleted help lines in the bin. */
export const fields = { 'help-line': helpLineEntity.fields };

export function HelpLinesPage() {
  const page = useEntityPage(helpLineEntity);
  const calls = useQuery(query(safetyApi.helpLineCalls.list, {}));
  const filter = useHelpLineFilter(page.records, calls.data?.calls);
  const callOf = ({ id }: HelpLine) => calls.data?.calls.find(({ helpLineId }) => helpLineId === id);
  return (
    <EntityPage
      {...moderationTitle}
      below={
        <>
          <ModerationHead />
          <FailedPanel {...failureOf(calls)} />
        </>
      }
      page={page}
      filter={filter}
      icon={IconPhone}
      empty="Add the first one, and call it: the app offers only lines that were called."
      row={(line) => ({
        lines: [
          [helpLinePurposes[line.purpose], line.number],
          [calls.data && <CallLine key="call" line={line} call={callOf(line)} />],
        ],
      })}
      detail={(line) => (
        <EntityDetail page={page} record={line}>
          {calls.data && <LastCall key={line.id} line={line} call={callOf(line)} />}
        </EntityDetail>
      )}
      fields={(form) => (
        <>
          <Text c="dimmed" textWrap="pretty">
            The app offers a line for {checkedDays} days after a colleague has called it. After a change of the number
            it has to be called again.
          </Text>
          <EntityFields entity={helpLineEntity} form={form} />
        </>
      )}
    />
  );
}

type CallProps = { line: HelpLine; call: HelpLineCall | undefined };

/** The last call in words, and whether the app offers the line after it. */
const CallLine = ({ line, call }: CallProps) => <CheckedLine {...callWords(line, call, useNow())} />;

/** The last call of a line, and the button to record another one. */
function LastCall({ line, call }: CallProps) {
  const may = usePermission();
  const [asked, setAsked] = useState(false);
  const until = call ? untilWords(line, call) : '';
  return (
    <Stack gap="xs" align="flex-start">
      <CallLine line={line} call={call} />
      {until && <Text c="dimmed">{until}</Text>}
      {call?.note && <Text textWrap="pretty">{call.note}</Text>}
      {may(safetyApi.helpLineCalls.add) && (
        <Button
          leftSection={<IconPhoneCheck size={18} stroke={1.6} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          Record a call
        </Button>
      )}
      {asked && <CallDialog opened line={line} onClose={() => setAsked(false)} />}
    </Stack>
  );
}
