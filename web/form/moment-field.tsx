import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { instantOf, localMinute } from '#web/lib/dates.ts';
import { momentInWords, usualMoments, zoneTime } from '#web/lib/moments.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';

type MomentFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** A time as the API returns it, null for none, and `''` while it is only partly typed. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The earliest sensible time, if it is later than now. */
  after?: string | null;
  /** Whether frequent times are suggested; true unless the page has other suggestions. */
  offers?: boolean;
};

/**
 * A field for a date with a time, in the browser's zone. It suggests frequent times, and shows the chosen one in words.
 */
export function MomentField({ value, onChange, onBlur, after, offers = true, ...rest }: MomentFieldProps) {
  const now = useNow(serverNow);
  const shown = value ? localMinute(value) : '';
  const from = after && new Date(after) > now ? new Date(after) : now;
  // No event reports a partly typed time, but then the field has no value.
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
