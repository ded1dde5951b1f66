import { execFileSync } from 'node:child_process';
import path from 'node:path';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });

/** Creates a CA in two files below a folder, with the openssl of the machine. */
export function newCa(folder: string, name: string) {
  const [file, key] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}.key`)];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', key, '-out', file);

  /** A certificate of this CA: for the host `localhost` alone, or for the role of that name. */
  function issue(subject: string, { days = 2 } = {}) {
    const [certificate, ownKey] = [
      path.join(folder, `${subject}${days}.pem`),
      path.join(folder, `${subject}${days}.key`),
    ];
    const request = path.join(folder, `${subject}.csr`);
    openssl('req', ...newKey, '-subj', `/CN=${subject}`, '-keyout', ownKey, '-out', request);
    openssl('x509', '-req', '-in', request, '-CA', file, '-CAkey', key, '-days', String(days), '-out', certificate);
    return { certificate, key: ownKey };
  }
  return { file, issue };
}
