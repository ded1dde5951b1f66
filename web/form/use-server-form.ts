import { useForm } from '@mantine/form';
import { startTransition, useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { splitFieldErrors, type ServerError } from '#web/form/server-errors.ts';
import { afterPress } from '#web/lib/after-press.ts';
import { notChecked, type ShownFailure } from '#web/lib/failure.ts';
import type { FieldLabel } from '#web/lib/field-labels.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { afterTyping } from '#web/lib/typing.ts';

/** Resolves to whether the form can be sent, once that is known. */
export type Ready = () => Promise<boolean>;

type Texts = Record<string, unknown>;

/** For a change that may be queued until the connection is back. */
export type Sending = {
  /** Aborted when the queued change is cancelled, and with the reason `left` when the form closes. */
  signal: AbortSignal;
  onQueued: () => void;
};

export type ServerFormInput<Values extends Texts, Output> = {
  initial: Values;
  /** The labels of the fields. */
  labels: Readonly<Record<string, Pick<FieldLabel, 'label'>>>;
  /** The contract's schema. Its messages are shown at the fields, and its output is sent. */
  schema: z.ZodType<Output>;
  /** Asks before the form is sent; false cancels. */
  ask?: ((output: Output) => Promise<boolean>) | undefined;
  /** Sends the output. When it throws, all typed values stay. */
  send: (output: Output, sending: Sending) => Promise<unknown>;
  /** Describes what `send` threw, with the server's messages for single fields. */
  explain: (thrown: unknown) => ShownFailure & { fields?: readonly ServerError[] };
  /** Called with the values after each key, and with null when the form is removed. */
  onTyped?: ((values: Values | null) => void) | undefined;
};

/** Saves a form if it has the focus, or if it is the only form and no dialog is open above it. */
function pressSave(form: HTMLFormElement | null) {
  const focused = document.activeElement?.closest('form, [role="dialog"]');
  const alone = document.forms.length === 1 && document.querySelector('[role="dialog"]') === null;
  if (focused === form || (!focused && alone)) form?.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/** Firefox takes the first digit of a date part only when the field loses the focus. */
function takeTypedDate(form: HTMLFormElement | null) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement) || focused.form !== form || focused.type !== 'datetime-local') return;
  focused.blur();
  focused.focus();
}

/**
 * A form with the contract's rules and the server's errors. A field is checked when it loses the focus after a change,
 * and when the form is sent. Then the first invalid field gets the focus. `failed` is a failure that belongs to no
 * field.
 */
export function useServerForm<Values extends Texts, Output>(input: ServerFormInput<Values, Output>) {
  /** Undefined when a rule itself throws. */
  const check = (values: Values) => {
    try {
      return input.schema.safeParse(values);
    } catch {
      return undefined;
    }
  };
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: input.initial,
    // An error inside a field belongs to the field, as in the server's responses.
    validate: (values) => {
      const issues = check(values)?.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      return splitFieldErrors(issues ?? [], Object.keys(input.initial)).ofFields;
    },
  });
  const { values } = form;
  const { onTyped } = input;
  // A transition, since typing has priority: when fifty keystrokes arrive at once, React mistakes other effect updates
  // for a loop.
  useEffect(() => startTransition(() => onTyped?.(values)), [values, onTyped]);
  useEffect(() => () => onTyped?.(null), [onTyped]);
  const [failed, setFailed] = useState<ShownFailure>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [queued, setQueued] = useState<AbortController>();
  const [waits, setWaits] = useState<readonly Ready[]>([]);

  useEffect(() => {
    if (refusals === 0) return undefined;
    return afterTyping(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }, [refusals]);

  // A form that closes leaves its queued change to the page.
  useEffect(() => () => queued?.abort('left'), [queued]);

  useShortcuts([{ keys: ['mod+S', 'mod+Enter'], does: 'Save', act: () => pressSave(element.current), always: true }]);

  const refuse = () => setRefusals((count) => count + 1);

  const waitFor = useCallback((ready: Ready) => {
    setWaits((all) => [...all, ready]);
    return () => setWaits((all) => all.filter((one) => one !== ready));
  }, []);

  async function allReady() {
    sending.current = true;
    setBusy(true);
    const ready = await Promise.all(waits.map((ready) => ready()));
    sending.current = false;
    setBusy(false);
    return ready.every(Boolean);
  }

  async function submit(event?: SyntheticEvent<HTMLFormElement>) {
    event?.preventDefault();
    if (sending.current) return;
    takeTypedDate(element.current);
    setFailed(undefined);
    if (waits.length > 0 && !(await allReady())) {
      refuse();
      return;
    }
    const parsed = check(form.getValues());
    if (!parsed) {
      setFailed(notChecked);
      return;
    }
    if (!parsed.success) {
      form.validate();
      refuse();
      return;
    }
    sending.current = true;
    try {
      if (input.ask && !(await input.ask(parsed.data))) return;
      setBusy(true);
      const cancelling = new AbortController();
      const onQueued = () => sending.current && setQueued(cancelling);
      await input.send(parsed.data, { signal: cancelling.signal, onQueued });
    } catch (thrown) {
      const { message, detail, requestId, retryAt, fields = [] } = input.explain(thrown);
      const { ofFields, rest } = splitFieldErrors(fields, Object.keys(input.initial));
      form.setErrors(ofFields);
      const inFields = Object.keys(ofFields).length > 0;
      if (rest.length > 0 || !inFields) setFailed({ message, detail: rest.join('. ') || detail, requestId, retryAt });
      if (inFields) refuse();
    } finally {
      sending.current = false;
      setQueued(undefined);
      setBusy(false);
    }
  }

  return {
    form,
    busy,
    /** Cancels the change that waits for the connection; undefined while none does. */
    cancelQueued: queued && (() => queued.abort()),
    failed,
    /** The number of invalid fields among those checked. */
    wrong: Object.keys(form.errors).length,
    /** For the form element: `<form {...formProps}>`. */
    formProps: { ref: element, onSubmit: submit, noValidate: true },
    /**
     * For a field with a pending upload: the form is sent once `ready` resolves to true. The returned function removes
     * it.
     */
    waitFor,
    /** Whether an upload is pending. */
    waiting: waits.length > 0,
    /** The props of a field: its label, value and error, and the check on blur after a change. */
    field: <Name extends keyof Values & string>(name: Name) => {
      const props = form.getInputProps(name);
      return {
        ...props,
        label: input.labels[name]?.label,
        value: form.values[name],
        // Text typed while the form is being sent would be neither sent nor kept.
        readOnly: busy,
        onBlur: () => {
          props.onBlur?.();
          if (form.isDirty(name)) afterPress(() => form.validateField(name));
        },
      };
    },
  };
}
