import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultHome, foldersOf } from '../folders.ts';
import { redacted, openLog } from '../log.ts';
import { install, type ServiceOptions, uninstall } from './install.ts';
import { launchAgentPlist, scheduledTask, systemdUnit } from './texts.ts';

let place: string;
let ran: string[];
let said: string[];
beforeEach(() => {
  place = fs.mkdtempSync(path.join(tmpdir(), 'print-install-'));
  ran = [];
  said = [];
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

function unpacked(): string {
  const from = path.join(place, 'package');
  fs.mkdirSync(from, { recursive: true });
  for (const name of ['agent.cjs', 'launcher.cjs', 'node', 'agent', 'uninstall.sh'])
    fs.writeFileSync(path.join(from, name), name);
  fs.writeFileSync(path.join(from, 'agent.json'), '{"server":"https://x.example","code":"one-time-code"}');
  return from;
}
const options = (more: Partial<ServiceOptions> = {}): ServiceOptions => ({
  folders: foldersOf(path.join(place, 'home of it')),
  platform: 'linux',
  env: {},
  homeDirectory: place,
  say: (words) => said.push(words),
  run: (program, args) => void ran.push([program, ...args].join(' ')),
  ...more,
});

it('installs as a unit of the person, keeps a newer version, and leaves nothing behind', async () => {
  expect(await install(unpacked(), '1.1.0', 'Example print agent', options())).toBe(true);
  const { home, versions, agentFile, current } = options().folders;
  expect(fs.readFileSync(path.join(versions, '1.1.0', 'agent.cjs'), 'utf8')).toBe('agent.cjs');
  expect(fs.statSync(path.join(home, 'node')).mode & 0o777).toBe(0o700);
  expect(fs.statSync(agentFile).mode & 0o777).toBe(0o600);
  const unit = fs.readFileSync(path.join(place, '.config/systemd/user/shipping-print-agent.service'), 'utf8');
  expect(unit).toContain(`ExecStart="${home}/node" "${home}/launcher.cjs"`);
  expect(ran).toContain('systemctl --user enable --now shipping-print-agent.service');
  await install(unpacked(), '1.0.0', 'Example', options());
  expect(JSON.parse(fs.readFileSync(current, 'utf8')).version).toBe('1.1.0');
  expect(said.join('\n')).toContain('newer than 1.0.0');
  uninstall(options());
  expect(fs.existsSync(home)).toBe(false);
  expect(fs.existsSync(path.join(place, '.config/systemd/user/shipping-print-agent.service'))).toBe(false);
});

it('says how to start it by hand where the system has no such service', async () => {
  const run = (program: string) => {
    if (program === 'systemctl') throw new Error('Failed to connect to bus');
  };
  expect(await install(unpacked(), '1.0.0', 'Example', options({ run }))).toBe(false);
  expect(said.join('\n')).toContain('Failed to connect to bus');
  expect(said.join('\n')).toContain('launcher.cjs');
});

it('names the missing file of a package that was not unpacked', async () => {
  await expect(install(place, '1.0.0', 'Example', options())).rejects.toThrow('Unpack the whole archive first');
});

it('writes service texts that survive strange folders', () => {
  expect(systemdUnit('/home/a b/100%', 'A & B')).toContain('"PRINT_AGENT_HOME=/home/a b/100%%"');
  expect(launchAgentPlist('/Users/a&b')).toContain('<string>/Users/a&amp;b/node</string>');
  expect(scheduledTask('C:\\a & b', 'PC\\me', 'T')).toContain('--headless "C:\\a &amp; b\\node.exe"');
  expect(defaultHome('win32', { LOCALAPPDATA: '/L' }, '/h')).toContain('shipping-print-agent');
  expect(defaultHome('darwin', {}, '/h')).toBe('/h/Library/Application Support/shipping-print-agent');
});

it('turns its log over and writes no secret', () => {
  const log = openLog({ folder: place, mostBytes: 400, keep: 3 });
  log.hide('token-of-this-machine');
  for (let at = 0; at < 40; at += 1) log.info(`line ${at} token-of-this-machine`);
  const files = fs.readdirSync(place).filter((name) => name.startsWith('agent.log'));
  expect(files.toSorted()).toEqual(['agent.log', 'agent.log.1', 'agent.log.2']);
  for (const name of files) expect(fs.readFileSync(path.join(place, name), 'utf8')).not.toContain('token-of');
  expect(redacted('Authorization: Bearer abc.def "code":"xyz"', [])).toBe('Authorization: Bearer *** "code":"***"');
});
