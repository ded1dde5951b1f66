import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';

const maxBody = 10_000;

async function readBody(request: IncomingMessage) {
  let body = '';
  for await (const part of request) {
    body += String(part);
    if (body.length > maxBody) throw new Error('The body is too large');
  }
  return body;
}

/** Takes the requests by which the desk says that the feed has news. Those without a valid signature are refused. */
export function takePushes(port: number, secret: string, onNews: () => void) {
  const webhook = new Webhook(secret);
  const take = async (request: IncomingMessage) =>
    webhook.verify(await readBody(request), request.headers as Record<string, string>);
  createServer((request, response) => {
    take(request)
      .then(onNews)
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(401).end(),
      );
  }).listen(port);
}
