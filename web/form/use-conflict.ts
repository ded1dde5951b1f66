import { useState } from 'react';
import type { z } from 'zod';
import { splitFieldErrors, type ServerError } from '#web/form/server-errors.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { changed, pick } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { formatValue } from '#web/lib/format-value.ts';
import type { Choice, Conflict } from '#web/ui/conflict.tsx';

type Texts = Record<string, unknown>;

/** What a refusal says of the thing: with status 412 how it is stored now, and who changed it last. */
export type Clash = {
  status?: number;
  current?: unknown;
  conflicts?: readonly string[];
  changedBy?: { id: string; name: string } | null | undefined;
  changedAt?: string | undefined;
};

/** What changes are based on: the fields as they were seen. */
type Base = { version: number; values: Texts };

type Opened<Output> = {
  Dialog: typeof Conflict;
  base: Base;
  mine: Output;
  current: Texts & { version: number };
  names: readonly string[];
  by: Clash['changedBy'];
  at: string | undefined;
};

type ConflictInput<Output extends Texts, Saved> = {
  account: string;
  fieldLabels: FieldLabels;
  schema: z.ZodType<Output>;
  /** What was written between two versions before, by field. */
  edits: Record<string, string>;
  send: (changes: Partial<Output>, version: number) => Promise<Saved>;
  explain: (thrown: unknown) => ShownFailure & { fields?: readonly ServerError[] } & Clash;
  onSaved: (saved: Saved | null) => void;
  /** Theirs shall stay as it is. */
  onTheirs: () => void;
};

/** Saves the changed fields; where someone else saved the same ones, asks for each which text it shall be. */
export function useConflict<Output extends Texts, Saved>(input: ConflictInput<Output, Saved>) {
  const { fieldLabels } = input;
  const [opened, setOpened] = useState<Opened<Output> | null>(null);
  const [edits, setEdits] = useState(input.edits);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<ShownFailure>();
  const [busy, setBusy] = useState(false);

  /** Saves what differs from `base`. A clash opens the dialog; every other failure is thrown. */
  async function attempt(base: Base, output: Output) {
    const changes = changed(base.values, output);
    let saved: Saved | null = null;
    try {
      if (Object.keys(changes).length > 0) saved = await input.send(changes, base.version);
    } catch (thrown) {
      const { status, current, conflicts = [], changedBy, changedAt } = input.explain(thrown);
      if (status !== 412 || !current) throw thrown;
      // Loaded before it opens: should that fail, the refusal itself is shown.
      const { Conflict: Dialog } = await import('#web/ui/conflict.tsx').catch(() => Promise.reject(thrown));
      setErrors({});
      setOpened({
        Dialog,
        base,
        mine: output,
        current: current as Texts & { version: number },
        names: conflicts.filter((name) => name in output),
        by: changedBy,
        at: changedAt,
      });
      return;
    }
    setOpened(null);
    input.onSaved(saved);
  }

  /** Saves what was chosen, over their version as it was shown: should they have saved again, it is asked again. */
  async function settle({ base, mine, current }: Opened<Output>, choices: Record<string, Choice>) {
    const chosen = Object.fromEntries(
      Object.entries(choices).map(([name, choice]) => [name, { mine, theirs: current, edit: edits }[choice][name]]),
    );
    const merged = { ...pick(current, Object.keys(mine)), ...changed(base.values, mine), ...chosen };
    const parsed = input.schema.safeParse(merged);
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
      const { fields = [], ...why } = input.explain(thrown);
      setFailed({ ...why, detail: fields.map(({ message }) => message).join('. ') || why.detail });
    } finally {
      setBusy(false);
    }
  }

  return {
    attempt,
    edits,
    setEdits,
    /** The dialog and what it shows; null while nothing clashes. */
    shown: opened && {
      Dialog: opened.Dialog,
      version: opened.current.version,
      by: opened.by?.id === input.account ? 'You' : (opened.by?.name ?? 'Somebody'),
      at: opened.at,
      fields: opened.names.map((name) => {
        const { label = name, max, format = formatValue, render } = fieldLabels[name] ?? {};
        const [mine, theirs] = [opened.mine[name], opened.current[name]];
        return {
          name,
          label,
          mine: format(mine),
          theirs: format(theirs),
          faces: render && { mine: render(mine), theirs: render(theirs) },
          editable: !render && [mine, theirs].every((value) => format(value) === value),
          edited: edits[name],
          max,
          error: errors[name],
        };
      }),
      merged: Object.keys(changed(pick(opened.current, Object.keys(opened.base.values)), opened.base.values))
        .filter((name) => !opened.names.includes(name))
        .map((name) => fieldLabels[name]?.label ?? name),
      busy,
      failed,
      onEdit: (name: string, text: string) => setEdits((before) => ({ ...before, [name]: text })),
      onSave: (choices: Record<string, Choice>) => void settle(opened, choices),
      onTheirs: () => {
        setOpened(null);
        input.onTheirs();
      },
      onBack: () => setOpened(null),
    },
  };
}
