import { payloadAccount } from '#bench/peers/payload-project.ts';
import type { Stage } from '#bench/ui-stage.ts';

const { PAYLOAD_URL, PAYLOAD_EMAIL, PAYLOAD_PASSWORD } = process.env;

/** The users' list of the Payload at PAYLOAD_URL, with the cookies of a signed-in browser; undefined without one. */
export async function openPayload(newPage: Stage['newPage']) {
  if (!PAYLOAD_URL) return undefined;
  const page = await newPage();
  const answer = await page.request.post(`${PAYLOAD_URL}/api/staff/login`, {
    data: {
      email: PAYLOAD_EMAIL ?? payloadAccount.email,
      password: PAYLOAD_PASSWORD ?? payloadAccount.password,
    },
  });
  if (!answer.ok()) throw new Error(`Payload refuses the sign-in: ${answer.status()}`);
  const storageState = await page.context().storageState();
  await page.context().close();
  return {
    address: `${PAYLOAD_URL}/admin/collections/users`,
    cell: 'table td',
    control: '#toggle-list-columns',
    storageState,
  };
}
