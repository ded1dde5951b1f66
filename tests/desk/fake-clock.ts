import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The library with which a process has another clock. Throws with what to install when there is none. */
export function findFaketime() {
  const libraries = '/usr/lib';
  const found = readdirSync(libraries)
    .map((name) => path.join(libraries, name, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file));
  if (!found) throw new Error('These tests need another clock for a process: apt-get install libfaketime');
  return found;
}

/** A clock that a test sets while processes run by it. `environment` is what these processes get; the time that has passed stays true. */
export function fakeClock(folder: string, name: string) {
  const file = path.join(folder, `clock-${name}`);
  /** Sets it this many seconds before the right one. */
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
