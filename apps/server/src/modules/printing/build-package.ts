/**
 * Builds an agent's package where the server runs from its sources, as after `npm start`: the first download of a system waits
 * for it, the later ones find it. An installation that keeps its packages elsewhere (PRINT_AGENT_DIR) has them built by hand.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../platform/logging/logger.ts';
import type { BuildPackage } from './packages.ts';

const run = promisify(execFile);

/** An official Node binary of 40 MB is fetched for it, once. */
const MOST_MS = 180_000;
/** What npm needs to reach its registry; a build needs no secret of ours. */
const HANDED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TEMP|TMP|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_.*|https?_proxy|no_proxy)$/i;

/**
 * @param folder of the built agent
 * @param started by `npm start`, which builds what is needed; no other program of ours reaches for a registry by itself
 * @returns undefined where nothing is built
 */
export function packageBuilder(
  folder: string,
  log: Pick<Logger, 'warn'>,
  started = process.env['SCANSHIP_STARTED_AT'] !== undefined,
): BuildPackage | undefined {
  const script = resolve(folder, '../../../scripts/build-agent.mjs');
  if (!started || !existsSync(script)) return undefined;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => HANDED_ON.test(name)));
  return async (platform, arch) => {
    try {
      const options = { cwd: dirname(dirname(script)), env, timeout: MOST_MS };
      await run(process.execPath, [script, '--os', platform, '--arch', arch], options);
    } catch (error) {
      log.warn({ err: error, platform, arch }, 'the print agent could not be built');
    }
  };
}
