import type { Phase } from '#contract/cycle.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';
import type { DeskPage } from '#engines/page.ts';

/** The data of a flow: records that no other engine changes. */
export type Setting = {
  /** A page that is signed in. */
  page: DeskPage;
  /** The desk as the account of the page. */
  account: Desk;
  /** Calls the desk as another account. */
  api: Call;
  /** The network between the browser and the desk. */
  network: { cut: () => void; mend: () => void };
  /** The phase of the cycle whose content is this engine's. */
  phase: Phase['phase'];
  /** Kills the browser and starts it again on the same profile. */
  restart: () => Promise<DeskPage>;
  /** The folder of the browser's downloads. */
  downloads: string;
};

/** One task of a user, tried in each engine. */
export type Flow = {
  title: string;
  run: (setting: Setting) => Promise<void>;
  /** The errors in the console that belong to it. */
  expects?: RegExp;
};
