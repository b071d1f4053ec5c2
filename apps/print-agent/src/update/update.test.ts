/** The program as it is shipped: bundled, started by the launcher, updated and set back, with real keys and real processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleAgent, signUpdate } from '../../../../scripts/build-agent.mjs';
import { type Home, makeHome, until } from '../../test/rig.ts';
import { type ServerStandIn, startServerStandIn } from '../../test/server-stand-in.ts';
import { startIppStandIn } from '../../test/ipp-stand-in.ts';
import { judgeUpdate } from './statement.ts';

const builds = fs.mkdtempSync(path.join(tmpdir(), 'print-agent-builds-'));
const pair = generateKeyPairSync('ed25519');
const keys = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const self = { version: '1.0.0', platform: process.platform, arch: process.arch };
const files = (version: string) => [
  { name: 'agent.cjs', bytes: fs.readFileSync(path.join(builds, version, 'agent.cjs')) },
];
const update = (version: string, more: { platform?: string; arch?: string; privateKey?: KeyObject } = {}) =>
  signUpdate({
    version,
    platform: process.platform,
    arch: process.arch,
    files: files(version),
    privateKey: pair.privateKey,
    ...more,
  });

beforeAll(async () => {
  for (const version of ['0.9.0', '1.0.0', '1.1.0', '1.2.0'])
    await bundleAgent(path.join(builds, version), { version, keys });
  // A version that starts and never comes up.
  fs.writeFileSync(path.join(builds, '1.2.0', 'agent.cjs'), 'setInterval(() => undefined, 1000);\n');
});
afterAll(() => fs.rmSync(builds, { recursive: true, force: true }));

let server: ServerStandIn;
let home: Home;
let launcher: ChildProcess | undefined;

beforeEach(async () => {
  server = await startServerStandIn();
});
afterEach(async () => {
  if (launcher && launcher.exitCode === null) {
    const ended = new Promise((resolve) => launcher?.once('exit', resolve));
    launcher.kill('SIGTERM');
    await ended;
  }
  launcher = undefined;
  await server.close();
  home.remove();
});

function installed(version: string): void {
  home = makeHome(server.url, server.ways.code, []);
  fs.mkdirSync(home.folders.logs, { recursive: true });
  const place = path.join(home.folders.versions, version);
  fs.mkdirSync(place, { recursive: true });
  fs.copyFileSync(path.join(builds, version, 'agent.cjs'), path.join(place, 'agent.cjs'));
  fs.copyFileSync(path.join(builds, version, 'launcher.cjs'), path.join(home.folders.home, 'launcher.cjs'));
  fs.writeFileSync(home.folders.current, JSON.stringify({ version, former: null, trial: false, failed: null }));
}
function launch(): void {
  launcher = spawn(process.execPath, [path.join(home.folders.home, 'launcher.cjs')], {
    stdio: 'ignore',
    env: { ...process.env, CUPS_SERVER: 'none', PRINT_AGENT_TRIAL_SECONDS: '2', PRINT_AGENT_HOME: home.folders.home },
  });
}
const current = (): { version: string; trial: boolean; failed: { version: string } | null } =>
  JSON.parse(fs.readFileSync(home.folders.current, 'utf8'));
const log = () => fs.readFileSync(path.join(home.folders.logs, 'agent.log'), 'utf8');
const offered = (made: { statement: string; signature: string; bytes: Buffer }) => {
  server.ways.update = made;
  server.ways.askUpdate = true;
};

it('takes a signed update, starts it, and goes on printing with what it had', async () => {
  installed('1.0.0');
  const printer = await startIppStandIn();
  fs.writeFileSync(home.folders.printersFile, JSON.stringify({ printers: [{ name: 'P', uri: printer.uri }] }));
  launch();
  await until(() => server.syncs.at(-1)?.agentVersion === '1.0.0');
  const before = server.add('P', Buffer.from('^XA^XZ'));
  await until(() => server.jobs.get(before)?.state === 'printed');
  offered(update('1.1.0'));
  await until(() => server.syncs.at(-1)?.agentVersion === '1.1.0' && !current().trial);
  expect(current()).toMatchObject({ version: '1.1.0', former: '1.0.0', failed: null });
  server.handAgain(before);
  const after = server.add('P', Buffer.from('^XA^FDafter^FS^XZ'));
  await until(() => server.jobs.get(after)?.state === 'printed');
  expect(printer.jobs).toHaveLength(2);
  expect(server.pairings).toHaveLength(1);
  await printer.close();
});

it('goes back when the new version does not come up, and does not take it again at once', async () => {
  installed('1.0.0');
  launch();
  await until(() => server.syncs.length > 0);
  const rounds = server.syncs.length;
  offered(update('1.2.0'));
  await until(() => current().version === '1.2.0');
  await until(() => current().version === '1.0.0' && server.syncs.length > rounds);
  expect(current().failed?.version).toBe('1.2.0');
  expect(server.syncs.at(-1)?.agentVersion).toBe('1.0.0');
  server.ways.askUpdate = true;
  await until(() => !server.ways.askUpdate);
  const id = server.add('Nowhere', Buffer.from('x'));
  await until(() => server.jobs.get(id)?.state === 'failed');
  expect(current().version).toBe('1.0.0');
});

it('refuses what the release key did not sign, and bytes that are not those that were signed', async () => {
  installed('1.0.0');
  launch();
  await until(() => server.syncs.length > 0);
  const stranger = generateKeyPairSync('ed25519').privateKey;
  offered(update('1.1.0', { privateKey: stranger }));
  await until(() => log().includes('its signature is not that of the release key'));
  const good = update('1.1.0');
  offered({ ...good, bytes: Buffer.from(good.bytes).fill(0, 40, 60) });
  await until(() => log().includes('is not the one that was signed'));
  offered(update('0.9.0'));
  await until(() => log().includes('version 0.9.0 is not newer than 1.0.0'));
  expect(fs.readdirSync(home.folders.versions)).toEqual(['1.0.0']);
  expect(current().version).toBe('1.0.0');
});

it('holds an update against version, system, statement and key', () => {
  home = makeHome(server.url, 'x', []);
  const why = (offer: { statement: string; signature: string }, known = keys) => {
    const verdict = judgeUpdate(offer, known, self);
    return verdict.is === 'good' ? 'good' : verdict.why;
  };
  const good = update('1.1.0');
  expect(why(good)).toBe('good');
  const next = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(why(good, `${next}${keys}`)).toBe('good');
  expect(why(good, next)).toContain('signature');
  expect(why(good, '')).toContain('without a release key');
  expect(why({ ...good, statement: good.statement.replace('1.1.0', '1.9.0') })).toContain('signature');
  expect(why({ ...good, signature: '' })).toContain('signature');
  expect(why(update('1.1.0', { platform: 'win32' }))).toContain('it is for win32');
  expect(why(update('1.1.0', { arch: 's390x' }))).toContain('s390x');
  expect(why(update('1.0.0'))).toContain('not newer');
});

it('allows one agent in a home, is seen by "agent status", and ends cleanly when asked', async () => {
  installed('1.0.0');
  launch();
  await until(() => fs.existsSync(home.folders.statusFile));
  const agent = path.join(home.folders.versions, '1.0.0', 'agent.cjs');
  const env = { ...process.env, CUPS_SERVER: 'none', PRINT_AGENT_HOME: home.folders.home };
  const said = execFileSync(process.execPath, [agent, 'status'], { env, encoding: 'utf8' });
  expect(said).toContain('Version 1.0.0, for Corner Shop');
  const second = () => {
    const started = spawn(process.execPath, [agent, 'run'], { env, stdio: 'ignore', timeout: 20_000 });
    return new Promise((resolve) => started.once('exit', resolve));
  };
  expect(await second()).toBe(76);
  // Nor beside one that is there and answers nobody for the moment.
  const { pid } = JSON.parse(fs.readFileSync(home.folders.healthFile, 'utf8')) as { readonly pid: number };
  process.kill(pid, 'SIGSTOP');
  expect(await second().finally(() => process.kill(pid, 'SIGCONT'))).toBe(76);
  const ended = new Promise((resolve) => launcher?.once('exit', resolve));
  launcher?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(log()).toContain('ended');
});
