import { useForm } from '@mantine/form';
import { useCallback, useEffect, useRef, useState, type FocusEvent, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { splitFieldErrors, type ServerError } from '#web/form/server-errors.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

/** Resolves, once it is known, to whether a form can be sent. */
export type Ready = () => Promise<boolean>;

type Texts = Record<string, unknown>;

export type ServerFormInput<Values extends Texts, Output> = {
  initial: Values;
  /** The contract's schema: its messages stand beside the fields, its output is sent. */
  schema: z.ZodType<Output>;
  /** Sends it. Throws when it fails; then everything typed stays. */
  send: (output: Output) => Promise<unknown>;
  /** Describes what was thrown, with the server's messages for single fields. */
  explain: (thrown: unknown) => ShownFailure & { fields?: readonly ServerError[] };
  /** What the form holds, after each key; null when it goes. */
  onTyped?: ((values: Values | null) => void) | undefined;
};

/**
 * A form whose rules are the contract's and whose last word is the server's. Fields are checked when they are left
 * after a change and when the form is sent; the first wrong one gets the focus. `failed` holds what belongs to no field.
 */
export function useServerForm<Values extends Texts, Output>(input: ServerFormInput<Values, Output>) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: input.initial,
    // As the server names them: what is wrong inside a field belongs to the field.
    validate: (values) => {
      const { error } = input.schema.safeParse(values);
      const issues = error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      return splitFieldErrors(issues ?? [], Object.keys(input.initial)).ofFields;
    },
  });
  const { values } = form;
  const { onTyped } = input;
  useEffect(() => onTyped?.(values), [values, onTyped]);
  useEffect(() => () => onTyped?.(null), [onTyped]);
  const [failed, setFailed] = useState<ShownFailure>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [waits, setWaits] = useState<readonly Ready[]>([]);

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

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
    setFailed(undefined);
    if (waits.length > 0 && !(await allReady())) {
      refuse();
      return;
    }
    const parsed = input.schema.safeParse(form.getValues());
    if (!parsed.success) {
      form.validate();
      refuse();
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      await input.send(parsed.data);
    } catch (thrown) {
      const { message, detail, requestId, fields = [] } = input.explain(thrown);
      const { ofFields, rest } = splitFieldErrors(fields, Object.keys(input.initial));
      form.setErrors(ofFields);
      const inFields = Object.keys(ofFields).length > 0;
      if (rest.length > 0 || !inFields) setFailed({ message, detail: rest.join('. ') || detail, requestId });
      if (inFields) refuse();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    form,
    busy,
    failed,
    /** How many fields are wrong, as far as they were checked. */
    wrong: Object.keys(form.errors).length,
    /** For the form element: `<form {...formProps}>`. */
    formProps: { ref: element, onSubmit: submit, noValidate: true },
    /**
     * For a field with an upload under way: the form is sent once `ready` resolves to true. The returned function removes
     * it.
     */
    waitFor,
    /** Whether there is such a field now. */
    waiting: waits.length > 0,
    /** For a field: value, error, and the check when one leaves it after a change. */
    field: <Name extends keyof Values & string>(name: Name) => {
      const props = form.getInputProps(name);
      return {
        ...props,
        value: form.values[name],
        // What is typed while it is being sent would be neither sent nor kept.
        readOnly: busy,
        onBlur: (event: FocusEvent) => {
          props.onBlur?.();
          // The submit button checks it anyway, and a message that appears now would move that button away.
          const sendsNext = event.relatedTarget?.matches('[type="submit"]') ?? false;
          if (form.isDirty(name) && !sendsNext) form.validateField(name);
        },
      };
    },
  };
}
