import { once } from 'node:events';
import net from 'node:net';

/** A mail server that takes every letter. `letters` are those that came, as they were sent; `url` is for `SMTP_URL`. */
export async function mailServer() {
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
        } else if (line === 'DATA') {
          letter = '';
          say('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else say('250 fine');
      }
    });
    say('220 mail.example.org');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return { letters, url: `smtp://127.0.0.1:${port}`, close: () => void server.close() };
}
