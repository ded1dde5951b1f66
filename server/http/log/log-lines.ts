import { write as writeTo, writeSync } from 'node:fs';

/** Bytes of a block: a pipe accepts this many at once, so that the lines of several workers do not mix. */
const block = 4096;
/** Milliseconds after which lines are written, and after which a full pipe is tried again. */
const [soon, again] = [100, 100];
/** The maximum number of waiting characters. A pipe without a reader accepts none. */
const mostWaiting = 1_000_000;
/** The maximum time in milliseconds for writing lines at the end of the process. */
const patience = 1000;

const isFull = (error: NodeJS.ErrnoException) => error.code === 'EAGAIN' || error.code === 'EBUSY';
const wait = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

let dropped = 0;
/** The number of lines that this process could not write. */
export const linesDropped = () => dropped;

/**
 * Writes the lines of a log to a file, in blocks, at the latest after a tenth of a second: a write for each line would
 * take a fifth of the time of a short call. Lines that cannot be written, for example on a full disk, are dropped:
 * nothing waits for them. Their number is logged in a separate line before the next lines. A killed process loses the
 * waiting lines.
 */
export class LogLines {
  #lines: string[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** The number of lines dropped since the last report. */
  #dropped = 0;
  /** The last write ended within a line. */
  #isTorn = false;
  #endsWithProcess = false;
  readonly #fd: number;
  readonly #write: typeof writeTo;

  constructor(fd: number, write = writeTo) {
    this.#fd = fd;
    this.#write = write;
  }

  write(line: string) {
    if (!this.#endsWithProcess) process.once('exit', () => this.flushSync());
    this.#endsWithProcess = true;
    if (this.#length + line.length > mostWaiting) {
      this.#drop(1);
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= block) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), soon).unref();
  }

  /** Starts writing the waiting lines. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting || this.#lines.length === 0) return;
    this.#isWriting = true;
    const [said, notice, lines] = [this.#dropped, this.#notice(), this.#take()];
    this.#send(Buffer.from(notice + lines.join('')), lines.length, () => {
      this.#dropped -= said;
    });
  }

  /** The lines of the next block. */
  #take() {
    let [count, bytes] = [0, 0];
    for (const line of this.#lines) {
      bytes += Buffer.byteLength(line);
      if (count > 0 && bytes > block) break;
      count += 1;
    }
    const lines = this.#lines.splice(0, count);
    for (const { length } of lines) this.#length -= length;
    return lines;
  }

  #send(bytes: Buffer, lines: number, done: () => void) {
    this.#write(this.#fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error && isFull(error)) {
        setTimeout(() => this.#send(bytes, lines, done), again).unref();
        return;
      }
      if (!error && written < bytes.length) {
        this.#isTorn = true;
        this.#send(bytes.subarray(written), lines, done);
        return;
      }
      this.#isWriting = false;
      if (error) {
        this.#drop(lines + this.#lines.length);
        this.#lines = [];
        this.#length = 0;
        return;
      }
      this.#isTorn = false;
      done();
      this.flush();
    });
  }

  #drop(lines: number) {
    this.#dropped += lines;
    dropped += lines;
  }

  /** The line with the number of dropped lines; `''` when there are none. */
  #notice() {
    if (this.#dropped === 0) return '';
    const said = { level: 40, time: new Date(), dropped: this.#dropped, msg: 'lines of the log could not be written' };
    return `${this.#isTorn ? '\n' : ''}${JSON.stringify(said)}\n`;
  }

  /** Writes the waiting lines before the process ends, within a limited time. */
  flushSync() {
    // Another thread is writing a block.
    if (this.#isWriting) wait(20);
    let bytes = Buffer.from(this.#notice() + this.#lines.join(''));
    [this.#lines, this.#length, this.#dropped] = [[], 0, 0];
    const until = performance.now() + patience;
    while (bytes.length > 0 && performance.now() < until) {
      try {
        bytes = bytes.subarray(writeSync(this.#fd, bytes));
      } catch (error) {
        if (!isFull(error as NodeJS.ErrnoException)) return;
        wait(10);
      }
    }
  }
}
