import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { Problem } from '#contract/errors.ts';

type Asked = {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON when it is neither text nor bytes. */
  body?: unknown;
  bearer?: string;
};

export type Answer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The parsed JSON body; undefined when it is empty or not JSON. */
  json: unknown;
};

/**
 * Its connections end well before the server closes idle ones, since a call on a connection that is being closed has no
 * response.
 */
const agent = new http.Agent({ keepAlive: true, maxSockets: 40, timeout: 30_000 });

function headersOf({ body, bearer, headers = {} }: Asked) {
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  return {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...headers,
  };
}

const bytesOf = (body: unknown) =>
  body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

/**
 * One HTTP call with the path unchanged: `fetch` would normalise the input of a hostile client. Text and bytes are sent
 * unchanged, without a content type.
 */
export async function send(url: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const bytes = bytesOf(asked.body);
  const headers = {
    ...headersOf(asked),
    ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }),
  };
  const request = http.request({ agent, hostname, port, path, method: asked.method ?? 'GET', headers });
  request.end(bytes);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return read(answer);
}

export async function read(answer: http.IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const isJson =
    /json\b/.test(answer.headers['content-type'] ?? '') && text !== '' && !answer.headers['content-encoding'];
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

export const problemOf = (answer: Answer) => answer.json as Problem;

/** Writes bytes unchanged and returns everything that the server sends until it closes the connection. */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return text;
}
