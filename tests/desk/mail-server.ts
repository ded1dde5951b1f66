import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

type Options = {
  /** The lines with which the server refuses the recipients of the first letters. */
  refusals?: string[];
  host?: string;
  /** Its certificate; without one it has no STARTTLS. */
  certificate?: { key: string; cert: string };
};

/**
 * A mail server. `letters` are the received letters as sent, with the number of encrypted ones; `url` is for
 * `SMTP_URL`.
 */
export async function mailServer({ refusals = [], host = '127.0.0.1', certificate }: Options = {}) {
  const letters: string[] = [];
  let encrypted = 0;
  function converse(socket: net.Socket) {
    let letter: string | undefined;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (letter !== undefined && line !== '.') letter += `${line}\n`;
        else if (letter !== undefined) {
          letters.push(letter);
          if (socket instanceof tls.TLSSocket) encrypted += 1;
          letter = undefined;
          say('250 taken');
        } else if (line.startsWith('RCPT') && refusals.length > 0) say(refusals.shift() ?? '');
        else if (line.startsWith('EHLO') && certificate) socket.write('250-mail.example.org\r\n250 STARTTLS\r\n');
        else if (line === 'STARTTLS' && certificate) {
          say('220 go on');
          socket.removeAllListeners('data');
          converse(new tls.TLSSocket(socket, { isServer: true, ...certificate }));
        } else if (line === 'STARTTLS') say('502 unknown');
        else if (line === 'DATA') {
          letter = '';
          say('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else say('250 fine');
      }
    });
  }
  const server = net.createServer((socket) => {
    converse(socket);
    socket.write('220 mail.example.org\r\n');
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return { letters, encrypted: () => encrypted, url: `smtp://${host}:${port}`, close: () => void server.close() };
}
