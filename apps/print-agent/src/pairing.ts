/** Who this machine is, and the trade of the pairing code for access of its own. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import { type AgentFile, agentFile, machineId } from '@scanship/contracts/printing/agent-v1';
import * as z from 'zod/mini';
import { readIfThere, readJson, writeSafely } from './files.ts';
import type { Folders } from './folders.ts';
import { connectApi } from './server/api.ts';
import { AGENT_VERSION } from './version.ts';

const machineFile = z.object({ machineId });
const accessFile = z.object({
  server: z.string(),
  agentId: z.string(),
  token: z.string(),
  brandName: z.string(),
  customerName: z.string(),
});
export type Access = z.infer<typeof accessFile>;

/** What every call that names the machine says. */
export interface Machine {
  readonly machineId: string;
  readonly hostName: string;
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: string;
  readonly agentVersion: string;
}

/** Made on the first run, kept for ever: another pairing is still the same machine. */
export async function thisMachine(folders: Folders): Promise<Machine> {
  const found = machineFile.safeParse(await readJson(folders.machineFile));
  const id = found.success ? found.data.machineId : randomUUID();
  if (!found.success) await writeSafely(folders.machineFile, `${JSON.stringify({ machineId: id })}\n`);
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  return {
    machineId: id,
    hostName: os.hostname().slice(0, 200),
    platform,
    arch: process.arch.slice(0, 20),
    agentVersion: AGENT_VERSION,
  };
}

/** @throws a sentence where agent.json is there and cannot be understood */
export async function readAgentFile(folders: Folders): Promise<AgentFile | undefined> {
  if ((await readIfThere(folders.agentFile)) === undefined) return undefined;
  const read = agentFile.safeParse(await readJson(folders.agentFile));
  if (!read.success)
    throw new Error('agent.json cannot be understood. Download the agent again in the device manager.');
  return read.data;
}

export async function readAccess(folders: Folders): Promise<Access | undefined> {
  const read = accessFile.safeParse(await readJson(folders.accessFile));
  return read.success ? read.data : undefined;
}

/** Withdrawn or given back: the token is of no use any more. */
export const forgetAccess = (folders: Folders): Promise<void> => fs.rm(folders.accessFile, { force: true });

/**
 * The access this machine has; pairs when agent.json brings a code (also anew, over an older access).
 * @throws Refused when the server does not take the code; a sentence when there is neither access nor code
 */
export async function accessOf(folders: Folders, machine: Machine, signal?: AbortSignal): Promise<Access> {
  const file = await readAgentFile(folders);
  const known = await readAccess(folders);
  if (!file?.code) {
    if (known) return known;
    throw new Error('This machine is not paired. Download the agent in the device manager and install it.');
  }
  const api = connectApi({ server: file.server, agentVersion: AGENT_VERSION, signal });
  const answer = await api.pair({ code: file.code, ...machine });
  const access: Access = { server: file.server, ...answer };
  // First the access, then the code away: between the two a crash costs a refused code, never the access.
  await writeSafely(folders.accessFile, `${JSON.stringify(access)}\n`);
  await writeSafely(folders.agentFile, `${JSON.stringify({ server: file.server, brandName: answer.brandName })}\n`);
  return access;
}
