import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { textLength } from '#contract/common.ts';
import { PlaceholderHint } from '#web/entity/form/placeholder-hint.tsx';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import classes from '#web/features/lady-due/card-editor.module.css';
import { type CardValues, cardEntity } from '#web/features/lady-due/kinds.ts';
import { RichTextField } from '#web/rich-text/rich-text-field.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const TextChecks = lazyComponent(
  async () => (await import('#web/entity/form/text-checks.tsx')).TextChecks,
  <div data-late-field />,
);

type CardTextsProps = {
  form: FieldsForm<CardValues>;
  /** Called with the path of the text node with the cursor; `''` above the text. */
  onCursor: (path: string) => void;
};

const unboxed = { label: classes.quietLabel ?? '', input: classes.unboxed ?? '' };
const heading = { ...unboxed, input: `${classes.unboxed} ${classes.title}` };

/** The texts of a card: title, description and text, and the findings of the checks in them. */
export function CardTexts({ form, onCursor }: CardTextsProps) {
  const { values, errors } = form.form;
  const [hadContent, setHadContent] = useState(values.content !== '');
  // A draft may contain it.
  if (values.content !== '' && !hadContent) setHadContent(true);
  const title = form.field('title');
  const counter = (name: 'title' | 'description' | 'content') => (
    <Counter count={textLength(values[name].trim())} max={cardEntity.fields[name]?.max ?? 0} />
  );
  return (
    <>
      <Textarea
        {...title}
        required
        maxRows={8}
        autoComplete="off"
        autoFocus
        data-autofocus
        description={counter('title')}
        classNames={heading}
        // The title is one line of text, which may wrap in the field.
        onChange={(event) => title.onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
        onFocus={() => onCursor('')}
      />
      <Textarea
        {...form.field('description')}
        maxRows={8}
        description={counter('description')}
        classNames={unboxed}
        placeholder="A sentence or two below the title"
        onFocus={() => onCursor('')}
      />
      <RichTextField
        {...form.field('richContent')}
        label={cardEntity.fields.richContent?.label ?? ''}
        max={cardEntity.fields.richContent?.max ?? 0}
        ground="#FFFFFF"
        waitFor={form.waitFor}
        onCursor={onCursor}
      />
      <PlaceholderHint />
      {(hadContent || errors.content) && (
        <Textarea
          {...form.field('content')}
          label={
            values.richContent ? 'Old plain text, not shown' : 'Old plain text, shown while there is no text above'
          }
          maxRows={30}
          description={counter('content')}
        />
      )}
      <TextChecks entity={cardEntity} values={values} />
    </>
  );
}
