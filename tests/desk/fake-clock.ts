import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The library that gives a process another clock. Throws with installation instructions when it is missing. */
export function findFaketime() {
  const libraries = '/usr/lib';
  const found = readdirSync(libraries)
    .map((name) => path.join(libraries, name, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file));
  if (!found) throw new Error('These tests need another clock for a process: apt-get install libfaketime');
  return found;
}

/**
 * A clock that a test sets for running processes. `environment` is for these processes; monotonic time is not changed.
 */
export function fakeClock(folder: string, name: string) {
  const file = path.join(folder, `clock-${name}`);
  /** Sets it this many seconds ahead of the right time, or behind when negative. */
  const set = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}s\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  const environment = {
    LD_PRELOAD: findFaketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  return { set, environment };
}
