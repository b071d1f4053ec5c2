/** An exported case becomes a file that its connector reads: nothing is retyped, and nothing passes before its meaning was written. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { afterEach, describe, expect, it } from 'vitest';
import { caseFile, CaseProblem } from './case-file.ts';
import { writeCase } from './write-case.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const exchange = (operation: string, asked: string, status: number, body: unknown) => ({
  operation,
  request: { method: asked.split(' ')[0], path: asked.split(' ')[1], query: '', headers: {}, body: null },
  answer: { status, headers: { 'content-type': 'application/json' }, body },
  fault: null,
});
const cut = { ...exchange('rate', 'POST /shipments', 0, null), answer: null, fault: 'The connection was lost.' };
const exported = (connector: string, name: string, ...exchanges: readonly object[]): string =>
  JSON.stringify({ form: 'scanship-case/1', connector, name, recorded: '2026-11', exchanges });

const priced = {
  shipment: {
    id: 'A1B2C3D4E5',
    status: 'incomplete',
    rates: [
      {
        postage_type: 'chit_chats_canada_tracked',
        postage_carrier_type: 'chit_chats',
        postage_description: 'Chit Chats Canada Tracked',
        delivery_time_description: '2-12 estimated business days',
        purchase_amount: '8.50',
        federal_tax: '0.98',
        federal_tax_label: 'HST (13%)',
        postage_fee: '8.50',
        payment_amount: '8.50',
      },
    ],
  },
};
const rated = exported(
  'chit-chats',
  'A tax that */ is in the postage',
  cut,
  exchange('rate', 'POST /api/v1/clients/104589/shipments', 201, priced),
  exchange('discard', 'DELETE /api/v1/clients/104589/shipments/A1B2C3D4E5', 204, null),
);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Puts the file where its imports lead to the connector, and no lane looks. */
async function load(made: ReturnType<typeof caseFile>): Promise<readonly RealAnswer[]> {
  const folder = path.join(root, path.dirname(path.dirname(made.path)), `.case-${process.pid}`);
  folders.push(folder);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'made.ts');
  writeFileSync(file, made.text);
  return ((await import(pathToFileURL(file).href)) as { answers: readonly RealAnswer[] }).answers;
}

describe('a case', () => {
  it('of a carrier is read by its whole operation, and means nothing yet', async () => {
    const made = caseFile(rated, root);
    expect(made.path).toBe(
      path.join('connectors/carriers/chit-chats/real-answers/a-tax-that-is-in-the-postage-2026-11.ts'),
    );
    const [answer, ...more] = await load(made);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ operation: 'rate', recorded: '2026-11', means: [] });
    expect(await answer?.read()).toEqual([
      'chit_chats_canada_tracked Chit Chats Canada Tracked | base postage_fee 7.52 + tax federal_tax 0.98 | 8.50 CAD | 12 d',
    ]);
  });

  it('of a store is read as a page of its orders, with what could not be read', async () => {
    const orders = [{ id: 7, number: '7', status: 'processing', currency: 'CAD' }];
    const asked = exchange('orders', 'GET /wp-json/wc/v3/orders', 200, orders);
    // How many pages there are stands in a header.
    const headers = { ...asked.answer.headers, 'x-wp-total': '1', 'x-wp-totalpages': '1' };
    const page = { ...asked, answer: { ...asked.answer, headers } };
    const [answer] = await load(caseFile(exported('woocommerce', 'an order', page), root));
    expect(answer?.operation).toBe('orders');
    expect(await answer?.read()).toEqual([expect.stringMatching(/is missing/)]);
  });

  it('that nobody can place is refused in words', () => {
    const refusal = (text: string, choice = {}): string => {
      try {
        return caseFile(text, root, choice).path;
      } catch (error) {
        if (error instanceof CaseProblem) return error.message;
        throw error;
      }
    };
    const one = exchange('ask', 'GET /x', 200, {});
    expect(refusal('{"form": 1')).toBe('This file is not JSON.');
    expect(refusal('[]')).toContain('not a case');
    expect(refusal(exported('../ups', 'x', one))).toContain('does not name its connector');
    expect(refusal(exported('nobody', 'x', one))).toBe('There is no connector "nobody" here.');
    expect(refusal(exported('ups', 'x', cut))).toContain('None of the calls');
    expect(refusal(exported('ups', 'x', one))).toContain('("ask") do not say what reads them');
    expect(refusal(exported('ups', 'x', one), { operation: 'pay' })).toContain('"pay" is not an operation of carriers');
    expect(refusal(exported('easyship', 'x', one))).toContain('a carrier and a store: add --kind=');
    expect(refusal(exported('easyship', 'x', one), { kind: 'stores' })).toContain(
      'connectors/stores/easyship/real-answers/',
    );
    expect(refusal(exported('amazon-us', '', one))).toBe(
      path.join('connectors/stores/amazon/real-answers/an-answer-of-a-live-account-2026-11.ts'),
    );
  });
});

it('the command writes the file once, formatted, and says what comes next', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'case-'));
  folders.push(folder);
  const connector = 'connectors/carriers/chit-chats/package.json';
  cpSync(path.join(root, connector), path.join(folder, connector), { recursive: true });
  const file = path.join(folder, 'case.json');
  writeFileSync(file, rated);
  expect(writeCase(file, folder, {})).toContain('npm test -- chit-chats');
  const written = readFileSync(path.join(folder, caseFile(rated, root).path), 'utf8');
  expect(written).toContain("payment_amount: '8.50'");
  expect(written).toContain(' * POST /api/v1/clients/104589/shipments (rate)');
  const again = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/case/make-case.ts', file, `--root=${folder}`],
    { cwd: root, encoding: 'utf8' },
  );
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
  expect(() => writeCase(path.join(folder, 'none.json'), folder, {})).toThrow('There is no file');
});
