import { useEffect, useRef, useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { explain } from '#web/api/call.ts';
import type { ChangeOptions } from '#web/api/change.ts';
import { reporting } from '#web/api/upload.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

/** A file that may be imported. The server's checks come later. */
export type ChosenFile = { name: string; size: number };

type State<F, Report> = {
  file?: F;
  /** The report of the dry run. */
  report?: Report;
  /** A run is in progress: `part` is the share that has been sent, 0 to 1. */
  running?: { dryRun: boolean; part: number } | undefined;
  failed?: ShownFailure;
  /** The errors in the file, by path. */
  errors?: FieldError[];
};

type Options<F extends ChosenFile, How, Report> = {
  /** Reads a chosen file, or returns why it cannot be imported. */
  read: (chosen: File) => Promise<F | ShownFailure>;
  /** Sends a file for a dry run or an import. */
  send: (
    file: F,
    how: How,
    dryRun: boolean,
    options: ChangeOptions,
  ) => Promise<{ output: Report; operationId: string | null }>;
  /** The result of an import in words, such as `2 added`; undefined when nothing was changed. */
  told: (report: Report) => string | undefined;
  /** Reloads what is shown. */
  refresh: () => Promise<unknown>;
  /** Called after the import. */
  onClose: () => void;
};

/** The steps of an import: choose a file, dry run, import. `How` are the choices that decide what it does. */
export function useImport<F extends ChosenFile, How, Report>(options: Options<F, How, Report>) {
  const { read, send, told, refresh, onClose } = options;
  const [state, setState] = useState<State<F, Report>>({});
  const ending = useRef(new AbortController());
  const tell = useUndoToast();
  useEffect(() => () => ending.current.abort(), []);

  /** Aborts the current run, and returns the signal for the next one. */
  const begin = () => {
    ending.current.abort();
    ending.current = new AbortController();
    return ending.current.signal;
  };

  async function run(base: State<F, Report>, file: F, how: How, dryRun: boolean) {
    const signal = begin();
    const settle = (next: State<F, Report>) => !signal.aborted && setState({ ...base, ...next });
    const onProgress = (part: number) => settle({ running: { dryRun, part } });
    onProgress(0);
    try {
      const { output, operationId } = await send(file, how, dryRun, { signal, transport: reporting(onProgress) });
      if (dryRun) return settle({ report: output });
      const words = told(output);
      tell(words ? `Imported: ${words}` : 'Nothing was changed', operationId);
      await refresh();
      if (signal.aborted) return undefined;
      settle({});
      onClose();
    } catch (error) {
      const { fields, ...failed } = explain(error);
      // The outcome may be unknown, so the list is reloaded.
      if (!dryRun) void refresh();
      settle({ failed, errors: fields });
    }
    return undefined;
  }

  const { running } = state;
  const isCertain = !running || running.dryRun || running.part < 1;
  const cancel = () => {
    begin();
    setState((before) => ({ ...before, running: undefined }));
  };

  return {
    ...state,
    /** Reads a chosen file, and calls `then` unless it cannot be imported. */
    choose: async (chosen: File, then: (file: F) => void) => {
      const signal = begin();
      setState({});
      const found = await read(chosen);
      if (signal.aborted) return;
      if ('message' in found) setState({ failed: found });
      else then(found);
    },
    /** Keeps a file without a dry run. */
    keep: (file: F) => setState({ file }),
    /** Starts the dry run of a file. */
    check: (file: F, how: How) => void run({ file }, file, how, true),
    /** Starts the import of the file after its dry run. */
    start: (how: How) => {
      const { file, report } = state;
      if (file && report) void run({ file, report }, file, how, false);
    },
    /** Cancels the current run, or else closes. Left out once an import is fully sent: its outcome is then unknown. */
    leave: isCertain ? (running ? cancel : onClose) : undefined,
    /** Starts over, without a file. */
    forget: () => {
      begin();
      setState({});
    },
  };
}
