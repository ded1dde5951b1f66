import { createHistogram } from 'node:perf_hooks';
import { Client } from 'undici';

export type Call = { method?: 'GET' | 'PUT' | 'POST'; path: string; body?: unknown };
/** Requests per second; the times are in milliseconds. */
export type Measured = { perSecond: number; p50: number; p95: number; p99: number; max: number };

type Load = {
  url: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
  /** The n-th call of a connection. */
  call: (n: number, connection: number) => Call;
};

/** Makes one call and returns its body. Throws unless it succeeds. */
export async function send(client: Client, headers: Record<string, string>, { method = 'GET', path, body }: Call) {
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await client.request({
    ...sent,
    method,
    path,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}

/** Keeps this many connections busy for this long, each with one call at a time. */
export async function load({ url, headers, connections, milliseconds, call }: Load): Promise<Measured> {
  const histogram = createHistogram();
  const began = performance.now();
  const work = async (connection: number) => {
    const client = new Client(url);
    for (let n = 0; performance.now() - began < milliseconds; n += 1) {
      const sent = performance.now();
      await send(client, headers, call(n, connection));
      histogram.record(Math.max(1, Math.round((performance.now() - sent) * 1000)));
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)));
  const seconds = (performance.now() - began) / 1000;
  const at = (percentile: number) => histogram.percentile(percentile) / 1000;
  return { perSecond: histogram.count / seconds, p50: at(50), p95: at(95), p99: at(99), max: histogram.max / 1000 };
}
