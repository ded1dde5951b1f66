import { Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { explain } from '#web/api/call.ts';
import type { Asked } from '#web/features/moderation/case-text.tsx';
import { type Word, placesOf, touched, wordsOf } from '#web/features/moderation/cover-places.ts';
import classes from '#web/features/moderation/cover-dialog.module.css';
import { useCover } from '#web/features/moderation/use-cover.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type Props = { opened: boolean; asked: Asked; onClose: () => void };

/** Asks which words of a text the app has to cover. */
export function CoverDialog({ opened, asked, onClose }: Props) {
  const cover = useCover();
  const close = () => {
    if (cover.isPending) return;
    cover.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} size="lg" title="Cover words">
      <Question asked={asked} cover={cover} onDone={onClose} onCancel={close} />
    </Modal>
  );
}

type QuestionProps = {
  asked: Asked;
  cover: ReturnType<typeof useCover>;
  onDone: () => void;
  onCancel: () => void;
};

function Question({ asked: { id, version, text, selected }, cover, onDone, onCancel }: QuestionProps) {
  const [words] = useState(() => wordsOf(text.content));
  const [chosen, choose] = useState<ReadonlySet<number>>(
    () => new Set(touched(words, selected ? [...text.covered, selected] : text.covered)),
  );
  const [checked, setChecked] = useState(false);
  const isEmpty = chosen.size === 0 && text.covered.length === 0;
  const { mutate, error, isPending } = cover;
  const send = () => {
    setChecked(true);
    if (isEmpty || isPending) return;
    const places = placesOf(text.content, words, chosen);
    mutate({ id, version, seen: text.seen, places }, { onSuccess: onDone });
  };
  return (
    <Stack gap="md">
      <Text>Choose the words of a method or a place. The app shows blocks instead of them; the text stays.</Text>
      <WordToggles
        content={text.content}
        words={words}
        chosen={chosen}
        onToggle={(at) => {
          const rest = [...chosen].filter((one) => one !== at);
          choose(new Set(chosen.has(at) ? rest : [...rest, at]));
        }}
      />
      {checked && isEmpty && (
        <Text role="alert" c="var(--awa-danger)">
          Choose at least one word
        </Text>
      )}
      {error && <InlineFailure failed={explain(error)} />}
      <Group justify="flex-end" gap="xs">
        <Button disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton variant="filled" busy={isPending} busyLabel="Covering" onClick={send}>
          {chosen.size === 0 && !isEmpty ? 'Uncover all words' : 'Cover words'}
        </BusyButton>
      </Group>
    </Stack>
  );
}

type TogglesProps = { content: string; words: Word[]; chosen: ReadonlySet<number>; onToggle: (at: number) => void };

/** The text with a button for each word. Tab leads to one of them, the arrow keys to the others. */
function WordToggles({ content, words, chosen, onToggle }: TogglesProps) {
  const [current, setCurrent] = useState(() => (chosen.size > 0 ? Math.min(...chosen) : 0));
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const to = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      ArrowUp: inNextLine(buttons, current, -1),
      ArrowDown: inNextLine(buttons, current, 1),
      Home: 0,
      End: words.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (buttons[to]) giveFocus(buttons[to]);
  };
  return (
    <div ref={list} role="group" aria-label="Words of the text" className={classes.words} dir="auto">
      {words.map(({ start, end, text }, at) => {
        const between = content.slice(words[at - 1]?.end ?? 0, start);
        return (
          <Fragment key={start}>
            {between.includes('\n') && <span className={classes.line} />}
            {between.trim() && <span aria-hidden="true">{between.trim()}</span>}
            <UnstyledButton
              className={classes.word}
              aria-pressed={chosen.has(at)}
              tabIndex={at === current ? 0 : -1}
              data-autofocus={at === current || undefined}
              onFocus={() => setCurrent(at)}
              onKeyDown={move}
              onClick={() => onToggle(at)}
            >
              {text}
            </UnstyledButton>
            {at === words.length - 1 && content.slice(end).trim() && (
              <span aria-hidden="true">{content.slice(end).trim()}</span>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

/** The index of the word above or below another one, in the nearest line with words there. */
function inNextLine(buttons: readonly HTMLElement[], from: number, by: 1 | -1) {
  const own = buttons[from]?.getBoundingClientRect();
  if (!own) return undefined;
  const beyond = buttons
    .map((button, at) => ({ at, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - own.top) * by > own.height / 2);
  const [nearest] = beyond.sort(
    (one, other) =>
      Math.abs(one.box.top - own.top) - Math.abs(other.box.top - own.top) ||
      Math.abs(one.box.left - own.left) - Math.abs(other.box.left - own.left),
  );
  return nearest?.at;
}
