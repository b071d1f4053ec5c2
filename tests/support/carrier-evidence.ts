/**
 * What the contract tests found out about a carrier, operation by operation, gathered over all test files of a run so that
 * one table can be printed at its end (`scripts/print-carrier-table.mjs`).
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';

export const EVIDENCE_FILE = fileURLToPath(
  new URL('../../node_modules/.cache/scanship/carrier-evidence.jsonl', import.meta.url),
);

export interface Evidence {
  /** Requests that were sent, and how many of them the vendor's contract accepts. */
  readonly requests?: { readonly sent: number; readonly valid: number };
  /** Sample answers of the vendor that were read with their meaning asserted. */
  readonly samples?: number;
  /** Whether the connector offers it, and if not, its manifest's sentence. */
  readonly offered?: boolean;
  readonly why?: string | undefined;
  /** How an unknown outcome is settled, once a test has proved it. */
  readonly recovery?: 'own-key' | 'by-reference' | 'listing' | 'none';
}

/** Adds to what is known; figures of one operation from several tests are summed. */
export function noteEvidence(slug: string, operation: CarrierOperation, evidence: Evidence): void {
  mkdirSync(dirname(EVIDENCE_FILE), { recursive: true });
  appendFileSync(EVIDENCE_FILE, `${JSON.stringify({ slug, operation, ...evidence })}\n`);
}
