import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

const qualities =
  'amber ample autumn bright calm cedar clear coral dawn early fair fern fresh gentle golden green humble ivory jade jolly keen ' +
  'kind late light lilac lively lucky lunar maple mellow mild misty modest morning noble olive opal patient pearl placid plain ' +
  'proud quick quiet rainy rapid river rosy ruby sandy serene shady silent silver smooth snowy solar steady still sunny swift ' +
  'tender tidal warm';
const beings =
  'acacia antelope bamboo baobab bee canary cassava cedar cheetah clover cocoa coral cricket crane daisy dove duiker eagle egret ' +
  'falcon fern finch firefly gazelle gecko ginger hare heron hibiscus hornbill ibis iroko ixora jasmine kapok kite kola lark ' +
  'lily lotus mahogany mango moringa moth okapi orchid oryx otter owl palm papaya parrot pelican plover robin shea sparrow ' +
  'stork sunbird swan tamarind teak turaco weaver';
const words = [qualities, beings].map((list) => list.split(' '));

/** The made-up name for an id with the key of a desk: `quiet-ixora-482`. */
function madeUpName(key: Buffer, userId: string) {
  const bits = createHmac('sha256', key).update(userId).digest();
  const parts = words.map((list, index) => list[bits.readUInt32BE(index * 4) % list.length]);
  return [...parts, String(bits.readUInt32BE(8) % 1000).padStart(3, '0')].join('-');
}

/**
 * Made-up names of people, each always the same in one desk. They depend on a secret of the desk, so that they cannot
 * be derived from the list of users.
 */
export function pseudonyms(db: NodePgDatabase) {
  let key: Promise<Buffer> | undefined;
  const read = async () => {
    const { rows } = await db.execute<{ key: Buffer }>(sql`SELECT pseudonym_key AS key FROM desk`);
    if (!rows[0]) throw new Error('The desk has no row');
    return rows[0].key;
  };
  return async (): Promise<(userId: string) => string> => {
    key ??= read().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    const known = await key;
    return (userId) => madeUpName(known, userId);
  };
}
