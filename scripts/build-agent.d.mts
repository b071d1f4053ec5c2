import type { KeyObject } from 'node:crypto';

export function agentVersion(): string;
export function releaseKeys(): string;
export function bundleAgent(outdir: string, options?: { version?: string; keys?: string }): Promise<void>;
export function signUpdate(options: {
  version: string;
  platform: string;
  arch: string;
  files: readonly { readonly name: string; readonly bytes: Buffer }[];
  privateKey: KeyObject;
}): { readonly bytes: Buffer; readonly statement: string; readonly signature: string };
