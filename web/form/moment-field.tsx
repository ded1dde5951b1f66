import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { instantOf, localMinute, momentInWords, usualMoments, zoneTime } from '#web/lib/dates.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';

type MomentFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** A moment as the API gives it, null for none, and `''` while only a part of it is typed. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The moment before which it makes no sense, if that is later than now. */
  after?: string | null;
  /** Whether the moments that are chosen most are offered: they are, unless others stand beside it. */
  offers?: boolean;
};

/**
 * A field for a date with a time, in the zone of the browser. It offers the moments that are chosen most, and says the one that
 * is chosen in words.
 */
export function MomentField({ value, onChange, onBlur, after, offers = true, ...rest }: MomentFieldProps) {
  const now = useNow(serverNow);
  const shown = value ? localMinute(value) : '';
  const from = after && new Date(after) > now ? new Date(after) : now;
  // No event says that a part was typed, but the field has no value then.
  const read = (input: HTMLInputElement) => {
    const isPart = input.validity.badInput;
    if (isPart === (value === '') && input.value === shown) return;
    onChange(isPart ? '' : instantOf(input.value));
  };
  return (
    <Stack gap={6} flex={rest.flex} miw={0}>
      <TextInput
        description={value ? momentInWords(value, now) : zoneTime(now)}
        {...rest}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={shown}
        onChange={(event) => read(event.currentTarget)}
        onKeyUp={(event) => read(event.currentTarget)}
        onBlur={(event) => {
          read(event.currentTarget);
          onBlur?.(event);
        }}
      />
      {offers && (
        <Group role="group" aria-label="Usual times" gap={6}>
          {usualMoments(now, from).map(({ label, instant }) => (
            <Button
              key={label}
              size="xs"
              aria-pressed={value === instant}
              onClick={() => {
                if (!rest.readOnly) onChange(instant);
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
