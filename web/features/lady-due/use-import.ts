import { useState } from 'react';
import { importInWords } from '#contract/import-report.ts';
import { type ImportReport, ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { importLists } from '#contract/lady-due-file.ts';
import { change } from '#web/api/change.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { useImport } from '#web/entity/import/use-import.ts';
import { type ReadFile, readImport } from '#web/features/lady-due/import-file.ts';
import { categoryEntity } from '#web/features/lady-due/kinds.ts';

export type Strategy = 'add' | 'replace';

/** Imports a file into a mode: choose, dry run, import. `onClose` is called after the import. */
export function useModeImport(mode: TrackingMode, onClose: () => void) {
  const [strategy, setStrategy] = useState<Strategy>('add');
  // The file of another mode that the user has accepted.
  const [agreed, setAgreed] = useState<ReadFile>();
  const { refresh } = useEntityCache(categoryEntity);
  const steps = useImport<ReadFile, Strategy, ImportReport>({
    read: readImport,
    send: ({ content }, how, dryRun, options) =>
      change(ladyDueApi.ladyDue.import, { file: content, trackingMode: mode, strategy: how, dryRun }, options),
    told: (report) => importInWords(report, importLists)?.words,
    refresh,
    onClose,
  });
  const { file } = steps;
  const isOf = (one: ReadFile) => one.trackingMode === mode || one === agreed;

  return {
    ...steps,
    strategy,
    /** The file is of another mode, and the user has not accepted that yet. */
    isOther: file !== undefined && !isOf(file),
    choose: (chosen: File) =>
      steps.choose(chosen, (read) => (isOf(read) ? steps.check(read, strategy) : steps.keep(read))),
    agree: () => {
      setAgreed(file);
      if (file) steps.check(file, strategy);
    },
    changeStrategy: (next: Strategy) => {
      setStrategy(next);
      if (file && isOf(file)) steps.check(file, next);
    },
    again: () => file && steps.check(file, strategy),
    start: () => steps.start(strategy),
    forget: () => {
      steps.forget();
      setStrategy('add');
    },
  };
}
