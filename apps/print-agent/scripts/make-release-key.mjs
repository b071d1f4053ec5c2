/**
 * Makes the pair of keys of releases, once: `node apps/print-agent/scripts/make-release-key.mjs <file outside the repository>`.
 * The private key goes into that file (mode 0600) and belongs on the machine that makes releases, never on a server; the public
 * one is added to release-key.pub.pem, which is committed and built into every agent.
 */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const publicFile = process.argv[3] ?? fileURLToPath(new URL('../release-key.pub.pem', import.meta.url));
const wanted = process.argv[2];
const fail = (words) => {
  console.error(words);
  process.exit(1);
};

if (!wanted) fail('Name a file outside the repository for the private key.');
const file = path.resolve(wanted);
const real = path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
if (!path.relative(fs.realpathSync(repository), real).startsWith('..'))
  fail('The private key must lie outside the repository.');
if (fs.existsSync(file)) fail(`${file} is there already and is not overwritten.`);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
fs.writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
fs.appendFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
console.log(`Private key: ${file}. Keep it and a copy safe; without it no installed agent takes another update.`);
console.log(`Public key: added to ${publicFile}. Commit it before the next build.`);
