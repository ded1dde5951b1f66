import { Box, Button, Group, Input, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { type AppKey, NewAppKey, appKeysApi, maxKeyDays } from '#contract/app-keys.ts';
import { type AppScope, allScopes, appScopes } from '#contract/app-scopes.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { TagsField } from '#web/form/tags-field.tsx';
import { useKeptForm } from '#web/form/use-kept-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

export type MadeKey = { key: AppKey; secret: string };

const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(maxKeyDays), label: 'A year' },
];

/** A dialog that makes a key for the app's backend. */
export function AppKeyForm({ onDone, onClose }: { onDone: (made: MadeKey) => void; onClose: () => void }) {
  const { formProps, form, field, busy, failed, draft } = useKeptForm({
    of: { account: shownAdmin() ?? '', kind: 'app-key', entityId: null },
    initial: { name: '', scopes: allScopes, networks: [] as string[], days: maxKeyDays },
    labels: {
      name: { label: 'Name' },
      scopes: { label: 'It may' },
      networks: { label: 'Networks' },
      days: { label: 'It expires after' },
    },
    schema: NewAppKey,
    send: async (input) => (await change(appKeysApi.appKeys.make, input)).output,
    onSaved: onDone,
    explain,
  });
  const { scopes, days } = form.values;
  const close = () => {
    if (!busy) onClose();
  };
  const choose = (scope: AppScope, chosen: boolean) => {
    if (!busy)
      form.setFieldValue(
        'scopes',
        allScopes.filter((one) => (one === scope ? chosen : scopes.includes(one))),
      );
  };
  return (
    <Modal opened onClose={close} size="34rem" title="Make a key" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form {...formProps} aria-label="Make a key">
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <FormDrafts draft={draft} noun="key" />
          <TextInput
            required
            autoComplete="off"
            data-autofocus
            description="Where it will be used, such as: backend"
            {...field('name')}
          />
          <Input.Wrapper label="It may" labelElement="div" error={form.errors.scopes}>
            <Stack gap="xs" mt={6} role="group" aria-label="It may">
              {allScopes.map((scope) => (
                <Switch
                  key={scope}
                  label={appScopes[scope]}
                  checked={scopes.includes(scope)}
                  onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
                />
              ))}
            </Stack>
          </Input.Wrapper>
          <TagsField
            description="From where it may be used, such as 203.0.113.0/24. Leave it empty for everywhere."
            {...field('networks')}
          />
          <Input.Wrapper label="It expires after" labelElement="div" error={form.errors.days}>
            <Segmented
              label="It expires after"
              value={String(days)}
              options={lives}
              onChange={(next) => {
                if (!busy) form.setFieldValue('days', Number(next));
              }}
            />
          </Input.Wrapper>
          {/* A line of its own: beside the buttons it would move them when it appears. */}
          <Box mih="1.25rem">
            <DraftNote kept={draft.kept} />
          </Box>
          <Group justify="flex-end" gap="xs">
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Making the key">
              Make key
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
