import { once } from 'node:events';
import net from 'node:net';

/**
 * A mail server without STARTTLS that takes every letter, but refuses the recipients of the first ones with these lines. `letters`
 * are those that came, as they were sent; `url` is for `SMTP_URL`.
 */
export async function mailServer(refusals: string[] = [], host = '127.0.0.1') {
  const letters: string[] = [];
  const server = net.createServer((socket) => {
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
          letter = undefined;
          say('250 taken');
        } else if (line.startsWith('RCPT') && refusals.length > 0) say(refusals.shift() ?? '');
        else if (line === 'STARTTLS') say('502 unknown');
        else if (line === 'DATA') {
          letter = '';
          say('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else say('250 fine');
      }
    });
    say('220 mail.example.org');
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return { letters, url: `smtp://${host}:${port}`, close: () => void server.close() };
}
