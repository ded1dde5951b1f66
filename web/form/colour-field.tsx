import { ActionIcon, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import classes from '#web/form/colour-field.module.css';
import { contrast, readable, textOn } from '#web/lib/contrast.ts';

const whole = /^#[\da-f]{6}$/i;

type ColourFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** `#RRGGBB`, `''` for none, or a partly typed colour. */
  value: string;
  onChange: (colour: string) => void;
  /** Suggested colours by name. */
  swatches?: Readonly<Record<string, string>>;
  /** The colour it must contrast with, because one of the two is a text colour. */
  against?: string;
  /** This is the colour of the text, not of the background. */
  isInk?: boolean;
};

/** A field for a colour: typed, picked, or chosen from suggestions. It warns about poor contrast with text. */
export function ColourField({
  value,
  onChange,
  swatches,
  against,
  isInk = false,
  readOnly,
  ...rest
}: ColourFieldProps) {
  const set = (colour: string) => !readOnly && onChange(colour);
  const ratio = against !== undefined && whole.test(value) ? contrast(value, against) : undefined;
  const label = typeof rest.label === 'string' ? rest.label : 'Colour';
  return (
    <div>
      <TextInput
        {...rest}
        readOnly={readOnly}
        value={value}
        placeholder="#RRGGBB"
        autoComplete="off"
        spellCheck={false}
        leftSectionPointerEvents="all"
        leftSection={
          <input
            type="color"
            className={classes.pick}
            data-own-colour
            aria-label={`${label}: pick one`}
            value={whole.test(value) ? value.toLowerCase() : '#ffffff'}
            disabled={readOnly}
            onChange={(event) => set(event.currentTarget.value.toUpperCase())}
          />
        }
        onChange={(event) => set(event.currentTarget.value)}
      />
      {swatches && (
        <Group role="group" aria-label={`${label}: choose one`} gap={6} mt={6}>
          {Object.entries(swatches).map(([name, colour]) => {
            const chosen = colour.toLowerCase() === value.toLowerCase();
            return (
              <ActionIcon
                key={colour}
                className={classes.swatch}
                data-own-colour
                style={{ background: colour, color: textOn(colour) }}
                aria-label={name}
                title={name}
                aria-pressed={chosen}
                onClick={() => set(colour)}
              >
                {chosen && <IconCheck size={16} stroke={2} aria-hidden="true" />}
              </ActionIcon>
            );
          })}
        </Group>
      )}
      {against !== undefined && (
        <Group component="p" role="status" gap={6} mt={ratio === undefined ? 0 : 6} wrap="nowrap" align="flex-start">
          {ratio !== undefined && (
            <>
              {ratio < readable && (
                <IconAlertTriangle
                  size={16}
                  stroke={1.6}
                  color="var(--awa-warning)"
                  style={{ flex: 'none' }}
                  aria-hidden="true"
                />
              )}
              <Text span size="xs" c={ratio < readable ? 'var(--awa-warning)' : 'dimmed'}>
                {ratio < readable ? 'Hard' : 'Easy'} to read {isInk ? 'in' : 'on'} this colour
              </Text>
            </>
          )}
        </Group>
      )}
    </div>
  );
}
