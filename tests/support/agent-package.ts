/** A print agent's package for Linux, as small as the server takes it: what a browser test downloads and pairs with. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** @returns the folder for PRINT_AGENT_DIR */
export function makeAgentPackage(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scanship-agent-'));
  const home = path.join(folder, 'packages', 'linux-x64');
  mkdirSync(home, { recursive: true });
  const text = 'the agent itself is tested elsewhere\n';
  writeFileSync(path.join(home, 'agent.cjs'), text);
  const files = [{ path: 'agent.cjs', size: text.length }];
  const manifest = { version: '1.0.0', platform: 'linux', arch: 'x64', archive: 'tgz', files };
  writeFileSync(path.join(home, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

/** The one-time code in a downloaded archive. */
export function codeIn(tgz: Uint8Array): string {
  const code = /"code": "(spp_[\w-]+)"/.exec(gunzipSync(tgz).toString('latin1'))?.[1];
  if (code === undefined) throw new Error('the download holds no code');
  return code;
}
