/** A claim in the browser: what is missing is said at the field, one press files it with the carrier, and its money is noted. */
import { randomUUID } from 'node:crypto';
import { insure, samples } from '@scanship/carrier-easypost/harness';
import { addAccount } from '@scanship/contracts/carriers/carriers';
import { openClaim } from '@scanship/contracts/shipping/claims';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { encodeColourPng } from '@scanship/documents/pictures/png-writer';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

let lane: Lane;
let seller: Seller;
/** An account of its own, beside the lent one of the demo: whoever lends an account files the claims with it. */
let grantId: string;
beforeAll(async () => {
  lane = await openLane();
  seller = await lane.seller('boreal');
  const { apiKey = '' } = samples.account.credentials;
  ({ grantId } = await seller.must(addAccount, {
    body: {
      carrier: 'easypost',
      name: `Claims ${randomUUID().slice(0, 8)}`,
      mode: 'simulator',
      credentials: { apiKey },
    },
    idempotencyKey: randomUUID(),
  }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await lane.simulators.setClock('easypost', 0);
  await lane.close();
});

/** A claim for a label of EasyPost's that was just bought. */
async function claimed(): Promise<{ readonly id: string; readonly label: string }> {
  const { id: orderId } = await lane.addOrder('boreal', orderTo(`CLAIM-${randomUUID().slice(0, 8)}`));
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
      grantIds: [grantId],
    },
  });
  const [rate] = quote.rates;
  if (!rate) throw new Error(`EasyPost offered no rate: ${JSON.stringify(quote.problems)}`);
  const { shipment } = await seller.must(createShipment, {
    body: { orderId, quoteId: quote.quoteId, rateId: rate.id },
    idempotencyKey: randomUUID(),
  });
  const { id } = await seller.must(openClaim, { body: { shipmentId: shipment.id, kind: 'damage' } });
  const paid = (await lane.simulators.books('easypost')).filter(({ kind }) => kind === 'paid');
  return { id, label: paid.at(-1)?.id ?? '' };
}

const PHOTO = {
  name: 'broken.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    encodeColourPng({ width: 8, height: 8, data: new Uint8Array(192).fill(120) }, { filtered: true }),
  ),
};

it('is filed in one press, with what the carrier wants to know, and ends with its money', async () => {
  const { id, label } = await claimed();
  const { page } = await lane.open({ as: 'boreal', width: 1280 });
  await page.goto(`/ecommerce/orders/claims/${id}`);
  await page.getByText('EasyPost takes claims on its own insurance alone').waitFor();
  const press = page.getByRole('button', { name: 'File with EasyPost' });
  await press.click();
  await page.getByText('EasyPost wants to know what happened.').waitFor();
  await page.getByText('EasyPost takes amounts in USD only.').waitFor();
  await page.getByText('EasyPost wants a photo of what is claimed.').waitFor();
  expect((await lane.simulators.books('easypost')).filter(({ kind }) => kind === 'claim')).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByTestId('photo-input').setInputFiles(PHOTO);
  await page.getByRole('list', { name: 'Photos' }).getByRole('img').waitFor();
  await page.getByLabel('Description').fill('The box was crushed.');
  await page.getByLabel('Currency').selectOption('USD');
  // The same digits would be another amount.
  expect(await page.getByLabel('Amount claimed').inputValue()).toBe('');
  await page.getByLabel('Amount claimed').fill('25.00');
  await press.click();
  // The carrier's own words.
  await page.getByText('EasyPost did not take it.').waitFor();
  await page.getByText('this label was not insured there').waitFor();
  await insure(`${inject('lane').simulators}/easypost`, label);
  await press.click();
  await page.getByText('Filed', { exact: true }).first().waitFor();
  const [filed, ...more] = (await lane.simulators.books('easypost')).filter(({ kind }) => kind === 'claim');
  expect(more).toEqual([]);
  await page.getByText(filed?.id ?? '?').waitFor();

  await lane.simulators.setClock('easypost', 5 * 86_400_000);
  await page.getByRole('button', { name: 'Ask EasyPost now' }).click();
  await page.getByText('Claim was approved.').first().waitFor();
  expect(await page.getByLabel('Amount paid (USD)').inputValue()).toBe('25.00');
  await page.getByRole('button', { name: 'The carrier paid' }).click();
  await page.getByText('Paid', { exact: true }).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

it('whose answer was lost is not sent again: a person says what the carrier has, on a telephone in French', async () => {
  const { id, label } = await claimed();
  await insure(`${inject('lane').simulators}/easypost`, label);
  const before = (await lane.simulators.books('easypost')).length;
  const { page } = await lane.open({ as: 'boreal', width: 390, height: 844, locale: 'fr-CA' });
  await page.goto(`/ecommerce/orders/claims/${id}`);
  await page.getByText('EasyPost ne reçoit que les réclamations sur sa propre assurance').waitFor();
  await page.getByTestId('photo-input').setInputFiles(PHOTO);
  await page.getByRole('list', { name: 'Photos' }).getByRole('listitem').waitFor();
  await page.getByLabel('Description').fill('La boîte est écrasée.');
  await page.getByLabel('Devise').selectOption('USD');
  // Another currency, another amount.
  await page.getByLabel('Montant réclamé').fill('25,00');
  await lane.simulators.setFaults('easypost', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  await page.getByRole('button', { name: 'Déposer chez EasyPost' }).click();
  await page.getByRole('heading', { name: 'Le transporteur l’a-t-il?' }).waitFor();
  expect(await page.getByRole('button', { name: 'Déposer chez EasyPost' }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Redemander au transporteur' }).click();
  // Its list of claims has it.
  await page.getByText('Déposée', { exact: true }).first().waitFor();
  const claims = (await lane.simulators.books('easypost')).slice(before).filter(({ kind }) => kind === 'claim');
  expect(claims).toHaveLength(1);
});
