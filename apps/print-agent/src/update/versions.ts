/** Which version runs: `current.json`, changed by one rename. Read by the launcher before anything of a version is started. */
import { agentVersion } from '@scanship/contracts/printing/agent-v1';
import * as z from 'zod/mini';
import { readJson, writeSafely } from '../files.ts';

const current = z.object({
  version: agentVersion,
  /** What to go back to. */
  former: z.nullable(agentVersion),
  /** Not come up yet since the switch. */
  trial: z.boolean(),
  /** An update that did not come up, so that it is not taken again at once. `at`: milliseconds. */
  failed: z.nullable(z.object({ version: agentVersion, at: z.number() })),
});
export type Current = z.infer<typeof current>;

export async function readCurrent(file: string): Promise<Current | undefined> {
  const read = current.safeParse(await readJson(file));
  return read.success ? read.data : undefined;
}

export const writeCurrent = (file: string, value: Current): Promise<void> => writeSafely(file, JSON.stringify(value));

export const switched = (from: Current, version: string): Current => ({
  version,
  former: from.version,
  trial: true,
  failed: null,
});

export const cameUp = (now: Current): Current => ({ ...now, trial: false });

/** Back to the former version; stays where there is none. */
export const wentBack = (now: Current, at: number): Current =>
  now.former === null
    ? { ...now, trial: false }
    : { version: now.former, former: null, trial: false, failed: { version: now.version, at } };

/** Time before a version that did not come up is tried again (its line to the server may have been down just then). */
export const TRY_AGAIN_MS = 6 * 3_600_000;
export const isHeldBack = (now: Current, version: string, at: number): boolean =>
  now.failed?.version === version && at - now.failed.at < TRY_AGAIN_MS;
