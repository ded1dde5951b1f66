import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Users</title>
    <script src="/page.js" defer></script>
  </head>
  <body>
    <h1>Users</h1>
    <table aria-busy="false">
      <thead><tr><th>Name</th><th>Email</th><th>Joined</th><th>Status</th><th>Posts</th></tr></thead>
      <tbody></tbody>
    </table>
  </body>
</html>`;

const script = `fetch('/admin/users?page=1&limit=10').then((response) => response.json()).then(({ users }) => {
  for (const { name, username, email, createdAt, isVerified, stats } of users) {
    const row = document.querySelector('tbody').insertRow();
    const cells = [name || username, email, new Date(createdAt).toLocaleDateString(), isVerified ? 'Verified' : '', stats.posts];
    for (const text of cells) row.insertCell().textContent = text;
  }
});`;

/**
 * Starts a minimal page that shows the ten newest users of a desk: static HTML, one script, and one fetch that is
 * proxied to the desk with a live bearer. The desk's own page is compared with it. `weight` is the size of the script
 * in bytes.
 */
export async function startReferencePage(desk: string, bearer: string, weight = 0) {
  const code = `${script}//${randomBytes(weight / 2).toString('hex')}`;
  const agent = new http.Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${bearer}` };
  const server = http.createServer(({ url = '/' }, response) => {
    if (url.startsWith('/admin/users')) {
      http.get(desk + url, { agent, headers }, (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
      return;
    }
    const [type, text] = url === '/page.js' ? ['text/javascript', code] : ['text/html', page];
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'max-age=3600' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
