/** EasyPost's claims against the official answers of its documents and the parameters its own client names. */
import { carrier } from '@scanship/carrier-easypost/carrier';
import { samples } from '@scanship/carrier-easypost/harness';
import { manifest } from '@scanship/carrier-easypost/manifest';
import { simulator } from '@scanship/carrier-easypost/simulator';
import type { ClaimFiled } from '@scanship/connector-kit/carrier/claims';
import { claimOf } from '@scanship/connector-kit/conformance/conformance-claims';
import { drive, freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { sampleClaim } from '@scanship/connector-kit/conformance/sample-shipments';
import { runClaimState } from '@scanship/connector-kit/steps/run-question';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playingEnv, recordingEnv } from '../rigs/simple-rig.ts';

const { claims } = carrier;
if (!claims?.state) throw new Error('the connector lacks claims');
const { file } = claims;
type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
/** `ClaimCreateParameters` of @easypost/api. */
const KNOWN = new Set([
  'tracking_code',
  'type',
  'amount',
  'email_evidence_attachments',
  'invoice_attachments',
  'supporting_documentation_attachments',
  'description',
  'recipient_name',
  'contact_email',
  'payment_method',
]);

withVendorContract('carriers/easypost', (folder) => {
  const read = (name: string): Node =>
    nodeOf(JSON.parse(readFileSync(join(folder, 'samples/official-responses', `${name}.json`), 'utf8')));
  const playing = (json: unknown) => playingEnv(manifest, samples.account.credentials, json);
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('official claims are read with their meaning', async () => {
    const created = read('claim/claim-create');
    const input = { ...sampleClaim, reference: 'K000000000000001', trackingNumber: '', carrierShipmentId: '' };
    expect(await file.steps.at(-1)?.run(input, {}, playing(created))).toMatchObject({
      result: { claimNumber: created['id'], messages: ['Claim was created.'] },
    });
    const list: Node = { ...read('claim/claim-list'), has_more: false };
    const [listed] = Array.isArray(list['claims']) ? list['claims'].map(nodeOf) : [];
    const own = { ...input, trackingNumber: String(listed?.['tracking_code']) };
    expect(await file.recover?.(own, 'file', { before: [] }, playing(list))).toMatchObject({
      kind: 'found',
      result: { claimNumber: listed?.['id'] },
    });
    expect(await file.recover?.(own, 'file', { before: [String(listed?.['id'])] }, playing(list))).toEqual({
      kind: 'absent',
    });
    for (const [name, state] of [
      ['claim-retrieve', 'open'],
      ['claim-cancel', 'withdrawn'],
    ] as const) {
      const claim = read(`claim/${name}`);
      expect(
        await runClaimState(
          carrier,
          { claimNumber: String(claim['id']), trackingNumber: String(claim['tracking_code']) },
          playing(claim),
        ),
      ).toMatchObject({ value: { state } });
    }
    noteEvidence(manifest.slug, 'claims', { samples: 4, recovery: 'listing' });
  });

  it('a claim names what EasyPost’s own client names, and the simulator answers with the members of an official one', async () => {
    const harness = { samples, simulator: stand.simulator };
    const { env, all } = recordingEnv(manifest, harness);
    const state = await drive(carrier, file, await claimOf(carrier, harness, env), env, freshDrive<ClaimFiled>());
    expect(state.problem).toBeUndefined();
    const made = all.find(({ name }) => name === 'create claim');
    expect(Object.keys(nodeOf(JSON.parse(made?.request.body ?? '{}'))).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(Object.keys(nodeOf(made?.answer)).toSorted()).toEqual(Object.keys(read('claim/claim-create')).toSorted());
    noteEvidence(manifest.slug, 'claims', { requests: { sent: 1, valid: 1 } });
  });
});
