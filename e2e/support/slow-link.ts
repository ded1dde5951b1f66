import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Desk } from '#e2e/support/desk.ts';

export type Held = {
  /** Releases the rest of the response. */
  finish(): void;
  /** Breaks the connection. */
  cut(): void;
  /** Resolves when the client has disconnected. */
  left: Promise<unknown>;
};

/**
 * A proxy to the desk that stops the responses of one path after this many lines. The page has to be opened at its
 * `address`. `held` resolves to the next of these responses, once it has stopped.
 */
export async function slowLink({ address }: Desk, path: string, lines: number) {
  const waiting: ((held: Held) => void)[] = [];
  const answers: Held[] = [];
  const hand = (held: Held) => {
    const next = waiting.shift();
    if (next) next(held);
    else answers.push(held);
  };

  async function hold(answer: http.IncomingMessage, response: http.ServerResponse) {
    const all = await buffer(answer);
    let start = 0;
    for (let line = 0; line < lines; line += 1) start = all.indexOf('\n', start) + 1;
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    response.write(all.subarray(0, start));
    hand({
      finish: () => response.end(all.subarray(start)),
      cut: () => response.destroy(),
      left: once(response, 'close'),
    });
  }

  const server = http.createServer((request, response) => {
    const held = request.url?.startsWith(path);
    // A response that is split into lines must not be compressed.
    const headers = held ? { ...request.headers, 'accept-encoding': 'identity' } : request.headers;
    const asked = http.request(`${address}${request.url}`, { method: request.method ?? 'GET', headers }, (answer) => {
      if (held && answer.statusCode === 200) void hold(answer, response);
      else answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () =>
      new Promise<Held>((resolve) => {
        const answer = answers.shift();
        if (answer) resolve(answer);
        else waiting.push(resolve);
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
