import { useEffect, useRef, useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { type ImportReport, ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { importInWords } from '#contract/lady-due-file.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { reporting } from '#web/api/upload.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { type ReadFile, readImport } from '#web/features/lady-due/import-file.ts';
import { categoryEntity } from '#web/features/lady-due/kinds.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

export type Strategy = 'add' | 'replace';

type State = {
  file?: ReadFile;
  /** The file is of another mode, and the user has accepted that. */
  isAgreed?: boolean;
  /** The report of the dry run with the chosen strategy. */
  report?: ImportReport;
  /** A run is in progress: `part` is the share that has been sent, 0 to 1. */
  running?: { dryRun: boolean; part: number } | undefined;
  failed?: ShownFailure;
  /** The errors in the file, by path. */
  errors?: FieldError[];
};

/** Imports a file into a mode: choose, dry run, import. `onClose` is called after the import. */
export function useImport(mode: TrackingMode, onClose: () => void) {
  const [strategy, setStrategy] = useState<Strategy>('add');
  const [state, setState] = useState<State>({});
  const ending = useRef(new AbortController());
  const { refresh } = useEntityCache(categoryEntity);
  const tell = useUndoToast();
  useEffect(() => () => ending.current.abort(), []);

  /** Aborts the current run, and returns the signal for the next one. */
  const begin = () => {
    ending.current.abort();
    ending.current = new AbortController();
    return ending.current.signal;
  };

  async function run(base: State, file: ReadFile, how: Strategy, dryRun: boolean) {
    const signal = begin();
    const settle = (next: State) => !signal.aborted && setState({ ...base, ...next });
    const onProgress = (part: number) => settle({ running: { dryRun, part } });
    onProgress(0);
    try {
      const input = { file: file.content, trackingMode: mode, strategy: how, dryRun };
      const { output, operationId } = await change(ladyDueApi.ladyDue.import, input, {
        signal,
        transport: reporting(onProgress),
      });
      if (dryRun) return settle({ report: output });
      const done = importInWords(output);
      tell(done ? `Imported: ${done.words}` : 'Nothing was changed', operationId);
      await refresh();
      if (!signal.aborted) onClose();
    } catch (error) {
      const { fields, ...failed } = explain(error);
      // The outcome may be unknown, so the tree is reloaded.
      if (!dryRun) void refresh();
      settle({ failed, errors: fields });
    }
    return undefined;
  }

  const check = (file: ReadFile, how: Strategy, isAgreed = false) => {
    const base = { file, isAgreed };
    if (file.trackingMode === mode || isAgreed) void run(base, file, how, true);
    else setState(base);
  };

  const { running } = state;
  const isCertain = !running || running.dryRun || running.part < 1;
  const cancel = () => {
    begin();
    setState((before) => ({ ...before, running: undefined }));
  };

  return {
    ...state,
    strategy,
    /** The file is of another mode, and the user has not accepted that yet. */
    isOther: state.file !== undefined && state.file.trackingMode !== mode && !state.isAgreed,
    choose: async (chosen: File) => {
      const signal = begin();
      setState({});
      const read = await readImport(chosen);
      if (signal.aborted) return;
      if ('message' in read) setState({ failed: read });
      else check(read, strategy);
    },
    agree: () => state.file && check(state.file, strategy, true),
    changeStrategy: (next: Strategy) => {
      setStrategy(next);
      if (state.file) check(state.file, next, state.isAgreed);
    },
    again: () => state.file && check(state.file, strategy, state.isAgreed),
    start: () => {
      const { file, report, isAgreed = false } = state;
      if (file && report) void run({ file, report, isAgreed }, file, strategy, false);
    },
    /** Cancels the current run, or else closes. Left out once an import is fully sent: its outcome is then unknown. */
    leave: isCertain ? (running ? cancel : onClose) : undefined,
    /** Starts over, without a file. */
    forget: () => {
      begin();
      setState({});
      setStrategy('add');
    },
  };
}
