import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textLength } from '#contract/common.ts';
import classes from '#web/features/lady-due/card-editor.module.css';
import type { CardFormParts } from '#web/features/lady-due/card-editor.tsx';
import { card as cardKind } from '#web/features/lady-due/kinds.ts';
import { RichTextField } from '#web/rich-text/rich-text-field.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

const kinds = [
  { value: 'rich', label: 'Rich text' },
  { value: 'plain', label: 'Plain text' },
] as const;

/** What a card says: its title, its description and its text. */
export function CardTexts({ form }: { form: CardFormParts }) {
  const { values, errors } = form.form;
  const [kind, setKind] = useState<'rich' | 'plain'>(values.content && !values.richContent ? 'plain' : 'rich');
  // An error must be in sight.
  const shown = errors.richContent ? 'rich' : errors.content ? 'plain' : kind;
  const counter = (name: 'title' | 'description' | 'content') => (
    <Counter count={textLength(values[name].trim())} max={cardKind.fields[name]?.max ?? 0} />
  );
  return (
    <>
      <TextInput
        {...form.field('title')}
        required
        autoComplete="off"
        autoFocus
        data-autofocus
        description={counter('title')}
        classNames={{ input: classes.title ?? '' }}
      />
      <Textarea {...form.field('description')} minRows={2} maxRows={8} description={counter('description')} />
      <Group justify="space-between" gap="xs">
        <Segmented label="Text" value={shown} options={kinds} onChange={setKind} />
        <Text size="xs" c="dimmed">
          The app shows the rich text when there is any.
        </Text>
      </Group>
      {shown === 'plain' ? (
        <Textarea {...form.field('content')} minRows={10} maxRows={30} description={counter('content')} />
      ) : (
        <RichTextField
          {...form.field('richContent')}
          label="Rich text"
          max={cardKind.fields.richContent?.max ?? 0}
          ground="#FFFFFF"
          waitFor={form.waitFor}
        />
      )}
    </>
  );
}
