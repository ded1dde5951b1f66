import { useState } from 'react';
import type { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { explain } from '#web/api/call.ts';
import type { ChangeResult } from '#web/api/change.ts';
import { splitFieldErrors } from '#web/form/server-errors.ts';
import type { Sending } from '#web/form/use-server-form.ts';
import { notChecked, type ShownFailure } from '#web/lib/failure.ts';
import { changed, pick } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { formatValue } from '#web/lib/format-value.ts';
import type { Choice, Conflict } from '#web/ui/conflict.tsx';

type Values = Record<string, unknown>;
/** `said` is the text of the toast. */
type Saved = ChangeResult<Route> & { said: string };

/** The state that the changes are based on: the fields as they were when editing began. */
type Base = { version: number; values: Values };

type Opened = {
  Dialog: typeof Conflict;
  base: Base;
  mine: Values;
  current: Values & { version: number };
  /** The fields in conflict. */
  names: readonly string[];
  by: string;
  at: string | undefined;
};

type ConflictInput = {
  entity: { noun: string; fields: FieldLabels; schema: z.ZodType<Values> };
  account: string;
  /** Texts merged by hand from two earlier versions, by field. */
  edits: Record<string, string>;
  send: (changes: Values, version: number, sending?: Sending) => Promise<Saved>;
  /** Called after saving; null when there was nothing to save. */
  onSaved: (saved: Saved | null) => void;
  /** Called when the other version is kept as it is. */
  onTheirs: () => void;
};

/**
 * Saves the changed fields. If someone else saved the same ones, `dialog` asks for each which text to keep, and asks
 * again for each newer version.
 */
export function useConflictDialog(input: ConflictInput) {
  const { entity, account } = input;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [edits, setEdits] = useState(input.edits);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<ShownFailure>();
  const [busy, setBusy] = useState(false);

  /** Saves the differences from `base`. A conflict opens the dialog; every other failure is thrown. */
  async function attempt(base: Base, mine: Values, sending?: Sending) {
    const changes = changed(base.values, mine);
    let saved: Saved | null = null;
    try {
      if (Object.keys(changes).length > 0) saved = await input.send(changes, base.version, sending);
    } catch (thrown) {
      const { status, current, conflicts = [], changedBy, changedAt } = explain(thrown);
      if (status !== 412 || !current) throw thrown;
      // The dialog is loaded before it opens. If that fails, the form shows the refusal.
      const { Conflict: Dialog } = await import('#web/ui/conflict.tsx').catch(() => Promise.reject(thrown));
      setErrors({});
      setOpened({
        Dialog,
        base,
        mine,
        current: current as Opened['current'],
        names: conflicts.filter((name) => name in mine),
        by: changedBy?.id === account ? 'You' : (changedBy?.name ?? 'Someone'),
        at: changedAt,
      });
      return;
    }
    setOpened(null);
    input.onSaved(saved);
  }

  /** Saves the chosen texts over the other version as it was shown. If that changed again, the dialog asks again. */
  async function settle({ base, mine, current }: Opened, choices: Record<string, Choice>) {
    const chosen = Object.fromEntries(
      Object.entries(choices).map(([name, choice]) => [name, { mine, theirs: current, edit: edits }[choice][name]]),
    );
    const merged = { ...pick(current, Object.keys(mine)), ...changed(base.values, mine), ...chosen };
    let parsed;
    try {
      parsed = entity.schema.safeParse(merged);
    } catch {
      setFailed(notChecked);
      return;
    }
    setFailed(undefined);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      setErrors(splitFieldErrors(issues, Object.keys(choices)).ofFields);
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      const values = pick(current, Object.keys(base.values));
      await attempt({ version: current.version, values }, parsed.data);
    } catch (thrown) {
      const { fields, ...why } = explain(thrown);
      setFailed({ ...why, detail: fields.map(({ message }) => message).join('. ') || why.detail });
    } finally {
      setBusy(false);
    }
  }

  function dialogOf({ Dialog, base, mine, current, names, by, at }: Opened) {
    const theirs = changed(pick(current, Object.keys(base.values)), base.values);
    return (
      <Dialog
        key={current.version}
        noun={entity.noun}
        by={by}
        at={at}
        fields={names.map((name) => {
          const { label = name, max, format = formatValue, render } = entity.fields[name] ?? {};
          const [own, other] = [mine[name], current[name]];
          return {
            name,
            label,
            mine: format(own),
            theirs: format(other),
            faces: render && { mine: render(own), theirs: render(other) },
            editable: !render && [own, other].every((value) => format(value) === value),
            edited: edits[name],
            max,
            error: errors[name],
          };
        })}
        merged={Object.keys(theirs)
          .filter((name) => !names.includes(name))
          .map((name) => entity.fields[name]?.label ?? name)}
        busy={busy}
        failed={failed}
        onEdit={(name, text) => setEdits((before) => ({ ...before, [name]: text }))}
        onSave={(choices) => opened && void settle(opened, choices)}
        onTheirs={() => {
          setOpened(null);
          input.onTheirs();
        }}
        onBack={() => setOpened(null)}
      />
    );
  }

  return { attempt, edits, setEdits, dialog: opened && dialogOf(opened) };
}
