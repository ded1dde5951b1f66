import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, type Engine, type Key, type Point, environment } from '#engines/browser.ts';
import { elementKey, startWebDriver } from '#engines/webdriver.ts';
import { findWebKit } from '#scripts/engines.mjs';
import { freePort } from '#tests/desk/server-process.ts';

/** WebDriver's codes: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const codes: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  Home: '\uE011',
  Alt: '\uE00A',
  Control: '\uE009',
};

/** Starts an X server without a screen, which says which display it is. */
async function startDisplay() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return { server, display: `:${String(number).trim()}` };
}

/** Writes a program that starts our window with its output on standard error: the driver silences standard output. */
async function windowIn(profile: string) {
  const program = path.join(profile, 'window.sh');
  const code = `#!/bin/sh\nexec gjs -m "${path.resolve('engines/webkit-window.js')}" >&2\n`;
  await writeFile(program, code, { mode: 0o755 });
  return program;
}

async function endGroup(leader: ChildProcess) {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  const ended = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGKILL');
  await ended;
}

/** The errors that WebKit writes: `http://…:1:128: CONSOLE JS ERROR Error: …`. */
function collectErrors(output: Readable) {
  let errors: string[] = [];
  createInterface(output).on('line', (line) => {
    if (/CONSOLE (\w+ )?ERROR /.test(line)) errors.push(line);
  });
  return () => {
    const found = errors;
    errors = [];
    return found;
  };
}

const pressAt = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 });
const down = { type: 'pointerDown', button: 0 };
const up = { type: 'pointerUp', button: 0 };

async function launch(profile: string): Promise<Browser> {
  const { server, display } = await startDisplay();
  const port = await freePort();
  const driver = spawn(findWebKit() ?? '', ['--host=127.0.0.1', `--port=${port}`], {
    detached: true,
    env: { ...environment, HOME: profile, XDG_RUNTIME_DIR: profile, DISPLAY: display, GDK_BACKEND: 'x11' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = collectErrors(driver.stderr);
  const kill = async () => {
    await Promise.all([endGroup(driver), endGroup(server)]);
  };
  try {
    const send = await startWebDriver(`http://127.0.0.1:${port}`, {
      'webkitgtk:browserOptions': { binary: await windowIn(profile), args: [] },
    });
    const act = (type: 'pointer' | 'key', actions: object[]) =>
      send('POST', '/actions', { actions: [{ type, id: type, actions }] });
    const strokes = (keys: readonly string[], type: string) => keys.map((value) => ({ type, value }));
    const sendKeys = async (using: object, text: string) => {
      const { [elementKey]: id } = await send<Record<string, string>>('POST', '/element', using);
      await send('POST', `/element/${id}/value`, { text });
    };
    return {
      goto: (url) => send('POST', '/url', { url }),
      evaluate: (run, argument) =>
        send('POST', '/execute/sync', { script: `return (${String(run)})(arguments[0])`, args: [argument ?? null] }),
      resize: (size) => send('POST', '/window/rect', { x: 0, y: 0, ...size }),
      click: (at) => act('pointer', [pressAt(at), down, up]),
      drag: ([first, ...others]) =>
        act('pointer', [
          ...(first ? [pressAt(first)] : []),
          down,
          ...others.map((at) => ({ ...pressAt(at), duration: 100 })),
          up,
        ]),
      type: (text) =>
        act(
          'key',
          [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        ),
      async press(...keys) {
        const pressed = keys.map((key) => (key in codes ? codes[key as Key] : key));
        await act('key', [...strokes(pressed, 'keyDown'), ...strokes(pressed.toReversed(), 'keyUp')]);
      },
      choose: (selector, file) => sendKeys({ using: 'css selector', value: `input[type=file]${selector}` }, file),
      async picture(file) {
        // The driver's own pictures hang now and then.
        const [code] = (await once(spawn('import', ['-display', display, '-window', 'root', file]), 'exit')) as [
          number,
        ];
        if (code !== 0) throw new Error(`ImageMagick ended with code ${code}`);
      },
      errors,
      kill,
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Safari's engine, as Debian has it: WebKitGTK, on a display of its own. */
export const webkit: Engine = {
  name: 'WebKit',
  launch,
  // A directive that the other engines know, and calls of a page that was left before their answers came.
  harmless:
    /Unrecognized Content-Security-Policy directive 'manifest-src'|Fetch API cannot load .* due to access control checks/,
};
