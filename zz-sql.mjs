import pg from 'pg';
import fs from 'node:fs';
const client = new pg.Client({ host: '/tmp/desk-h', port: 5432, user: process.env.U, password: fs.readFileSync('/tmp/desk-h/postgres-password','utf8').trim(), database: process.argv[3] ?? 'postgres' });
await client.connect();
const r = await client.query(process.argv[2]);
console.log(JSON.stringify(r.rows ?? r.map(x=>x.rows)));
await client.end();
