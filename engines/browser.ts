/** A point of the page's window, in CSS pixels. */
export type Point = { x: number; y: number };

export type Size = { width: number; height: number };

/** The window with which each browser starts. */
export const desktop: Size = { width: 1440, height: 860 };

/** A key that writes nothing, called as in `KeyboardEvent.key`. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowUp' | 'Home' | 'Alt' | 'Control';

/** One page of a real browser, with a real mouse and keyboard. */
export type Browser = {
  /** Loads an address and waits for its load event. */
  goto: (url: string) => Promise<void>;
  /** Runs a function in the page, which sees nothing but its argument. Argument and result are JSON. */
  evaluate: <A, T>(run: (argument: A) => T | Promise<T>, argument: A) => Promise<T>;
  /** Makes the page this large. */
  resize: (size: Size) => Promise<void>;
  click: (at: Point) => Promise<void>;
  /** Presses the mouse at the first point, moves over the others and releases it at the last. */
  drag: (points: readonly Point[]) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Presses these keys together: `press('Alt', 'ArrowDown')`, `press('Control', 'a')`. */
  press: (...keys: readonly (Key | 'a')[]) => Promise<void>;
  /** Chooses a file of this machine in the file input that the selector finds. */
  choose: (selector: string, file: string) => Promise<void>;
  /** Writes a PNG of the page as it is on screen. */
  picture: (file: `${string}.png`) => Promise<void>;
  /** The errors of console, scripts and content policy since the last look. */
  errors: () => string[];
  /** Ends all of its processes at once, as a crash does. The profile stays. */
  kill: () => Promise<void>;
};

export type Engine = {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /**
   * Starts a browser with this folder as its profile. Its downloads are in `downloads` of the folder. Time zone and
   * language are those of the other browser tests, and nothing moves.
   */
  launch: (profile: string) => Promise<Browser>;
  /** Errors in the console that say nothing of the desk. */
  harmless?: RegExp;
};

/** The environment of every engine: West African time, as in `playwright.config.ts`. */
export const environment = { ...process.env, TZ: 'Africa/Lagos', LANG: 'C.UTF-8' };
