import { Input, Stack, Switch, Text } from '@mantine/core';
import { imageRoutes } from '#contract/images.ts';
import { type Card, type PublishStatus, publishStatuses } from '#contract/lady-due.ts';
import type { VisibilityFields } from '#contract/lady-due-visibility.ts';
import { RefusedNote } from '#web/entity/approvals/refused-note.tsx';
import { useIsRefused } from '#web/entity/approvals/use-approval.ts';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import classes from '#web/features/lady-due/card-editor.module.css';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import { type CardValues, cardEntity } from '#web/features/lady-due/kinds.ts';
import { VisibilityLine } from '#web/features/lady-due/visibility-line.tsx';
import { ColourField } from '#web/form/colour-field.tsx';
import { MomentField } from '#web/form/moment-field.tsx';
import { dateTime } from '#web/lib/dates.ts';
import { same } from '#web/lib/field-diff.ts';
import { RecordCase } from '#web/history/record-case.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

/** The colour of text in the app. */
const ink = '#2B1B2E';

const grounds = { Rose: '#FFF0F3', Cream: '#FFF6E5', Mint: '#E8F7F3', Sky: '#E6F1FB', Lilac: '#EFEDFB' };

const statuses = Object.entries(publishStatuses).map(([value, label]) => ({ value: value as PublishStatus, label }));

const rows = [['headerImageUrl'], ['backgroundColor'], ['citations'], ['imageAssetName']] as const;

/** When the app shows a card, and the card's fields besides its texts. */
export function CardSettings({ form, card }: { form: FieldsForm<CardValues>; card: Card | undefined }) {
  const { values, setValues } = form.form;
  const { isActive, publishStatus, publishedAt, shownUntil } = values;
  const set = (changes: Partial<VisibilityFields>) => {
    const status = changes.publishStatus;
    // The stored time belongs to the stored status. Publishing uses the server's time.
    const time = status && { publishedAt: status === card?.publishStatus ? card.publishedAt : null };
    if (!form.busy) setValues({ ...changes, ...time });
  };
  const written: VisibilityFields = {
    isActive,
    publishStatus,
    publishedAt: publishedAt || null,
    shownUntil: shownUntil || null,
  };
  const stored = card && {
    isActive: card.isActive,
    publishStatus: card.publishStatus,
    publishedAt: card.publishedAt,
    shownUntil: card.shownUntil,
  };
  const isIn = (one: VisibilityFields) => one.isActive && one.publishStatus !== 'draft';
  const isTyped =
    !card || cardEntity.frozen.some((name) => !same(card[name as keyof Card], values[name as keyof CardValues]));
  const isRefused = useIsRefused('card', card?.id ?? '', isTyped);
  return (
    <Stack className={classes.settings} gap="lg">
      <VisibilityLine
        card={written}
        unsaved={!same(stored, { isActive, publishStatus, publishedAt, shownUntil })}
        onChange={set}
      />
      {isRefused && isIn(written) && !(stored && isIn(stored)) && <RefusedNote isTyped={isTyped} />}
      <Input.Wrapper label="Publishing" labelElement="div">
        <Segmented
          label="Publishing"
          value={publishStatus}
          options={statuses}
          even
          onChange={(status) => set({ publishStatus: status })}
        />
        {publishStatus === 'published' && publishedAt && (
          <Text size="xs" c="dimmed" mt={6}>
            Since {dateTime(publishedAt)}
          </Text>
        )}
        {publishStatus === 'scheduled' && card?.publishStatus === 'published' && (
          <Text size="xs" c="dimmed" mt={6} textWrap="pretty">
            The card leaves the app until then. To change only its words then, use “Schedule changes”.
          </Text>
        )}
      </Input.Wrapper>
      {publishStatus === 'scheduled' && <MomentField {...form.field('publishedAt')} label="Publish at" required />}
      {publishStatus !== 'draft' && <MomentField {...form.field('shownUntil')} offers={false} />}
      <Switch
        label={cardEntity.fields.isActive?.label}
        description="Off hides it, whatever its status."
        checked={isActive}
        onChange={(event) => set({ isActive: event.currentTarget.checked })}
      />
      <EntityFields
        entity={cardEntity}
        form={form}
        rows={rows}
        inputs={{
          headerImageUrl: { upload: imageRoutes.uploadForCard, shows: 'The header of the card' },
          backgroundColor: <ColourField {...form.field('backgroundColor')} swatches={grounds} against={ink} />,
        }}
      />
      {card && <RecordCase kind="card" id={card.id} title={card.title} />}
    </Stack>
  );
}
