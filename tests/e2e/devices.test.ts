/** The device manager with a machine that speaks agent-v1 over HTTP: from the download to a printed test page. */
import { randomUUID } from 'node:crypto';
import type { nextAgentJob, pairAgent } from '@scanship/contracts/printing/agent-v1';
import type { DataOf } from '@scanship/contracts/call';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { codeIn } from '../support/agent-package.ts';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';

let lane: Lane;
let page: Page;
const machineId = randomUUID();
const facts = { machineId, hostName: 'PACK-01', platform: 'linux', arch: 'x64', agentVersion: '1.0.0' };
let token = '';

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'aurora', width: 1280, height: 1000 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const say = async <D>(path: string, body: object): Promise<D> => {
  const answer = await fetch(`${lane.origin('localhost')}/api/agent/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as { data: D; code?: string };
  expect([path, answer.status, envelope.code]).toEqual([path, 200, undefined]);
  return envelope.data;
};
const printer = (name: string, more: object = {}) => ({
  name,
  connection: 'system',
  isDefault: name === 'Zebra',
  state: 'ready',
  reasons: [],
  formats: ['zpl'],
  dpi: 203,
  sizes: ['4x6'],
  ...more,
});
const report = (id: string, step: string, reason?: string) =>
  say(`/jobs/${id}/report`, { step, at: new Date().toISOString(), ...(reason ? { reason } : {}) });
/** The machine waits for its next job, as it does all day. */
const nextJob = async (): Promise<string> => {
  for (;;) {
    const { job } = await say<DataOf<typeof nextAgentJob>>('/jobs/next', {
      waitSeconds: 10,
      agentVersion: '1.0.0',
      holding: [],
    });
    if (job) return job.id;
  }
};

it('without a computer the page says what works; the download pairs one, which appears by itself', async () => {
  await page.goto('/device-manager');
  await page.getByTestId('no-agent').getByText('No computer prints automatically yet').waitFor();
  await page.getByTestId('usb').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a computer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a computer' });
  await dialog.getByRole('radio', { name: 'Windows' }).click();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await dialog.getByText('There is no print agent for this system on this server.').waitFor();
  await dialog.getByRole('radio', { name: 'Linux' }).click();
  await dialog.getByText('./install.sh').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^PrintAgent-.+\.tgz$/);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const code = codeIn(Buffer.concat(parts));
  await dialog.getByText('The download is saved.').waitFor();
  ({ token } = await say<DataOf<typeof pairAgent>>('/pair', { code, ...facts }));
  await say('/printer/sync', {
    ...facts,
    printers: [printer('Zebra'), printer('Office', { formats: ['pdf'], sizes: ['letter'] })],
  });
  await page.keyboard.press('Escape');
  // Told by the live channel; nobody reloads.
  await page.getByTestId('machine').filter({ hasText: 'PACK-01' }).getByText('This station').waitFor();
  await expect.poll(() => page.getByTestId('printer').count()).toBe(2);
});

it('labels are given a printer and print automatically; a test page is printed and its end shown', async () => {
  const label = page.locator('[data-kind="SHIPPING_LABEL"]');
  await label.getByRole('combobox', { name: 'Printer', exact: true }).click();
  await page.getByRole('option', { name: 'Zebra' }).click();
  // The printer goes in the moment between the page and its Save.
  await page.route('**/api/printer/settings/add', async (route) => {
    const body = route.request().postDataJSON() as { printerSetting: { printerId: string | null }[] };
    for (const setting of body.printerSetting) if (setting.printerId) setting.printerId = randomUUID();
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByTestId('settings').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Failed to save printer settings.', { exact: true }).waitFor();
  await label.getByText('This printer is not on this computer.').waitFor();
  await page.unroute('**/api/printer/settings/add');
  await page.getByTestId('settings').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Printer settings are saved.').waitFor();
  const auto = label.getByRole('switch');
  await auto.click();
  await expect.poll(() => auto.isChecked()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);

  const zebra = page.getByTestId('printer').filter({ hasText: 'Zebra' });
  const [, id] = await Promise.all([zebra.getByRole('button', { name: 'Print a test page' }).click(), nextJob()]);
  for (const step of ['received', 'sending', 'sent', 'printed']) await report(id, step);
  await page.getByText('The test page is printed.').waitFor();
  await page.getByTestId('job').filter({ hasText: 'Test page' }).getByText('Printed', { exact: true }).waitFor();
});

it('out of paper is said in words; "did it print?" is answered; a failed one is printed again', async () => {
  const printers = [printer('Zebra', { state: 'stopped', reasons: ['media-empty-error'] })];
  await say('/printer/sync', { ...facts, printers });
  const zebra = page.getByTestId('printer').filter({ hasText: 'Zebra' });
  await zebra.getByText('Out of paper').waitFor();
  await say('/printer/sync', { ...facts, printers: [printer('Zebra')] });
  await zebra.getByText('Ready').waitFor();

  const test = zebra.getByRole('button', { name: 'Print a test page' });
  const [, lost] = await Promise.all([test.click(), nextJob()]);
  await report(lost, 'sending');
  await report(lost, 'unknown', 'connection-lost');
  const row = page.locator('[data-testid="job"][data-state="unknown"]');
  await row.getByRole('button', { name: 'Yes, it printed' }).click();
  await row.waitFor({ state: 'hidden' });

  const [, failed] = await Promise.all([test.click(), nextJob()]);
  await report(failed, 'failed', 'media-jam');
  const bad = page.locator('[data-testid="job"][data-state="failed"]');
  await bad.getByText('Paper jam').waitFor();
  await bad.getByRole('button', { name: 'Print again' }).click();
  await page.getByRole('dialog', { name: 'Print again' }).getByRole('button', { name: 'Print', exact: true }).click();
  const again = await nextJob();
  await report(again, 'printed');
  await bad.waitFor({ state: 'hidden' });

  await page.getByTestId('machine').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove this computer?' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByTestId('no-agent').waitFor();
});
