import { Textarea, TextInput } from '@mantine/core';
import { textLength } from '#contract/common.ts';
import classes from '#web/features/lady-due/card-editor.module.css';
import type { CardFormParts } from '#web/features/lady-due/card-editor.tsx';
import { card as cardKind } from '#web/features/lady-due/kinds.ts';
import { Counter } from '#web/ui/counter.tsx';

/** What a card says: its title, its description and its text. */
export function CardTexts({ form }: { form: CardFormParts }) {
  const { values } = form.form;
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
      <Textarea {...form.field('content')} minRows={10} maxRows={30} description={counter('content')} />
    </>
  );
}
