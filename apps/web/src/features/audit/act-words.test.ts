/** The log is read in the reader's language: every call that can be written down has its words. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '@scanship/contracts/call';
import { beforeAll, describe, expect, it } from 'vitest';

const CONTRACTS = path.resolve(import.meta.dirname, '../../../../../packages/contracts/src');
/** Written by the server itself, not by a call. */
const NAMED_ACTS = [
  'impersonation.started',
  'impersonation.ended',
  'outcome.decided',
  'refund.stated',
  'overrideVerification',
  'customerArrived',
  'customerImported',
  'restrictionPaid',
  'reminderStopped',
  'putDefaultMarkups',
  'putBuyerMarkups',
  'publishMarkups',
  'restoreMarkups',
  'withdrawMarkups',
  'discardSheetDraft',
  'publishSheet',
  'stopFactorReset',
  'factorResetWaited',
  'cameByAgentLink',
  'customerErased',
];

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;
const isRecorded = ({ auth, audited, method, readOnly }: Call): boolean =>
  auth === 'access' && (audited ?? (method !== 'GET' && readOnly !== true));

let acts: string[] = [];
// The words are made by a macro of the build, so their names are read from the source.
const source = fs.readFileSync(path.join(import.meta.dirname, 'act-words.ts'), 'utf8');
const named = [
  ...source.matchAll(/^ {2}'?([\w.]+)'?: msg(?:`[^`]+`|\(\{ message: '[^']+', context: 'act' \}\)),$/gm),
].map((match) => match[1] ?? '');

beforeAll(async () => {
  const files = fs
    .readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map(
      async (file) => (await import(pathToFileURL(path.join(CONTRACTS, file)).href)) as Record<string, unknown>,
    ),
  );
  const calls = modules.flatMap((module) => Object.values(module)).filter(isCall);
  acts = [...new Set([...calls.filter(isRecorded).map((call) => call.id), ...NAMED_ACTS])];
});

describe('words of acts', () => {
  it('exist for everything that may stand in the log (add yours to act-words.ts)', () => {
    expect(acts.length).toBeGreaterThan(80);
    expect(acts.filter((act) => !named.includes(act))).toEqual([]);
  });
  it('exist for nothing else', () => expect(named.filter((act) => !acts.includes(act))).toEqual([]));
});
