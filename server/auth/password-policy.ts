import { createRequire } from 'node:module';
import { SignIn, passwordMin } from '#contract/auth.ts';

const folded = (password: string) => password.normalize('NFKC').toLowerCase();

/** Long passwords that are likely on this desk, in addition to the bundled list of leaked ones. */
const ownCommon = [
  'awadeskadmin',
  'awadesk12345',
  'administrator1',
  'password12345',
  'nigerianigeria',
  'lagosnigeria1',
];
let common: Set<string> | undefined;

/** The bundled passwords that are long enough to be set. The whole list takes 9 MB, so it is not kept. */
function readCommon() {
  const require = createRequire(import.meta.url);
  const loaded = new Set(Object.keys(require.cache));
  const { dictionary } = require('@zxcvbn-ts/language-common') as { dictionary: Record<string, string[]> };
  for (const file of Object.keys(require.cache)) if (!loaded.has(file)) delete require.cache[file];
  return (dictionary['passwords-common'] ?? []).filter(({ length }) => length >= passwordMin);
}

/** The list is read on first use, because most starts set no password. */
function isCommon(password: string) {
  common ??= new Set([...readCommon(), ...ownCommon].map(folded));
  return common.has(folded(password));
}

/**
 * The reason why a password may not be set, as words to follow its name; null when it may. A password that could not be
 * typed at sign-in is refused too.
 */
export function passwordWeakness(password: string): string | null {
  if ([...password.normalize('NFC')].length < passwordMin) return `needs at least ${passwordMin} characters`;
  const typed = SignIn.shape.password.safeParse(password);
  if (!typed.success) return (typed.error.issues[0]?.message ?? '').replace(/^Password /, '');
  if (isCommon(password)) return 'is on the list of common ones: choose another';
  return null;
}
