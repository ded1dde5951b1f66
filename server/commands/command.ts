import { NoDatabase } from '#server/database/embedded/folder.ts';
import { loadEnvFile } from '#server/env.ts';
import { reasonOf } from '#server/database/reason.ts';

/** Prints a line for the person at the shell. */
export const say = (line: string) => process.stdout.write(`${line}\n`);

/** The arguments were wrong: the usage follows. */
export class WrongUse extends Error {}

/**
 * Runs a shell command with the arguments after its name, and ends the process: with the returned code, with 2 for
 * wrong arguments and when there is no desk, and with `failed` for any other error, in one line. A command that needs no
 * settings gives a `loadSettings` that loads none.
 */
export async function runCommand(
  usage: string,
  work: (words: string[]) => Promise<number>,
  failed = 1,
  loadSettings = loadEnvFile,
): Promise<never> {
  const words = process.argv.slice(2);
  // Node would print the error with its message, which may be a statement with its values.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(failed);
  });
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    loadSettings();
    process.exit(await work(words));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    if (error instanceof WrongUse) process.stderr.write(`\n${usage}`);
    process.exit(error instanceof WrongUse || error instanceof NoDatabase ? 2 : failed);
  }
}
