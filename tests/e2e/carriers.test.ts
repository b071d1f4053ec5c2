/**
 * Every real carrier against its simulator: a wrong key is named in plain words and the right one connects; prices are asked from
 * each country it serves, and a label is bought, followed and cancelled: of a few carriers of different kinds through the form and
 * the order's panel, of the others by the calls that these make. `npm run verify` (VERIFY set) fills in every carrier's form.
 */
import { randomUUID } from 'node:crypto';
import { addAccount, listAccounts, rateSheetTemplate, uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { addLocation } from '@scanship/contracts/network/settings';
import { cancelShipment, createShipment } from '@scanship/contracts/shipping/shipments';
import { getTracking, refreshTracking, type ShipmentTracking } from '@scanship/contracts/shipping/tracking';
import { getOrder, type ManualOrder, putOrderAddress } from '@scanship/contracts/orders/orders';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registered } from '../conformance/registered.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  buyButton,
  chooseCarrier,
  fillParcel,
  openPanel,
  panelOf,
  type ParcelText,
  previewOf,
  openOthers,
  ratesComplete,
  trackingOf,
} from '../support/screens.ts';
import type { Seller } from '../support/seller.ts';

const isListed = ({ carrier }: (typeof registered)[number]): boolean => carrier.manifest.prices === 'list';

let lane: Lane;
let page: Page;
let seller: Seller;
beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1300 }));
  seller = await lane.seller('boreal');
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const real = registered.filter(
  ({ carrier, samples }) => !carrier.manifest.slug.startsWith('testline-') && samples.wrongCredentials,
);
/** One with options and several services, one of XML, an aggregator, and one whose prices are a list of the seller's. */
const IN_PANEL = new Set([
  'ups',
  'canada-post',
  'easypost',
  ...real
    .filter(isListed)
    .slice(0, 1)
    .map(({ slug }) => slug),
]);
const byForm = (slug: string): boolean => IN_PANEL.has(slug) || process.env['VERIFY'] !== undefined;
/** How a carrier says that it does not take the keys it was given. */
const wrongKeys = (name: string): RegExp =>
  new RegExp(
    `(${name}|It) (did not accept|does not know|does not accept) (the|this|these) [^.]*(key|secret|password|credential|token|user|client)`,
    'i',
  );
const onlyOrdersOf = (name: string): RegExp => new RegExp(`${name} ships only orders that were placed at`);
/** Accounts that were connected here, by carrier. */
const grants = new Map<string, string>();

async function openForm(name: string): Promise<void> {
  await page.goto('/carrier-manager');
  await page.getByRole('button', { name: 'Connect a carrier' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find a carrier').fill(name);
  await dialog
    .getByRole('button', { name: new RegExp(`^\\W*${name}`) })
    .first()
    .click();
}

async function fill(slug: string, values: Readonly<Record<string, string>>): Promise<void> {
  const manifest = real.find((one) => one.slug === slug)?.carrier.manifest;
  const dialog = page.getByRole('dialog');
  for (const field of manifest?.credentials ?? []) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (field.kind === 'switch') {
      await dialog.getByRole('switch', { name: field.label, exact: true }).setChecked(value === 'yes');
      continue;
    }
    const label = field.required ? field.label : `${field.label} (optional)`;
    const input = dialog.getByLabel(label, { exact: true });
    await (field.choices ? input.selectOption(value) : input.fill(value));
  }
}

const orderOf = (slug: string, { to, customs, parcels }: ShipmentRequest): ManualOrder => ({
  number: `${slug}-${randomUUID().slice(0, 8)}`,
  currency: 'CAD',
  shipTo: {
    name: to.name,
    address1: to.address1,
    city: to.city,
    provinceCode: to.provinceCode,
    zipcode: to.zipcode,
    countryCode: to.countryCode,
    phone: to.phone ?? '+1 416 555 0182',
  },
  items: [
    {
      title: customs?.items[0]?.description ?? 'Cotton shirt',
      quantity: 1,
      unitPriceMinor: 2_500,
      weightGrams: parcels[0]?.weightGrams ?? 500,
      hsCode: '610910',
      originCountry: 'CA',
    },
  ],
});

async function placeFor(shipment: ShipmentRequest, name: string): Promise<string> {
  const { from } = shipment;
  const location = await seller.must(addLocation, {
    body: {
      name,
      isDefault: false,
      address: {
        name: from.name,
        companyName: from.companyName ?? null,
        address1: from.address1,
        address2: null,
        city: from.city,
        provinceCode: from.provinceCode,
        zipcode: from.zipcode,
        countryCode: from.countryCode,
        phone: from.phone ?? '+1 416 555 0182',
        email: null,
        residential: null,
      },
    },
  });
  return location.id;
}

const inCentimetres = ({ parcels }: ShipmentRequest): ParcelText => {
  const { lengthMm = 200, widthMm = 150, heightMm = 100 } = parcels[0]?.dimensions ?? {};
  return { length: String(lengthMm / 10), width: String(widthMm / 10), height: String(heightMm / 10) };
};

const parcelOf = ({ parcels }: ShipmentRequest) => {
  const [parcel] = parcels;
  if (!parcel) throw new Error('a sample shipment has a parcel');
  return { number: 1, weightGrams: parcel.weightGrams, dimensions: parcel.dimensions ?? null };
};

describe.each(real.map((one) => [one.slug, one] as const))('%s', (slug, { carrier, samples }) => {
  const { name } = carrier.manifest;

  it('says what is wrong with a wrong key, and connects with the right one', async () => {
    const given = {
      name: `${name} of the test`,
      wrong: samples.wrongCredentials ?? {},
      right: samples.account.credentials,
    };
    await (byForm(slug) ? connectByForm(slug, name, given) : connectByCalls(slug, name, given));
    const { accounts } = await seller.must(listAccounts);
    const grant = accounts.find((account) => account.name === given.name);
    expect(grant).toMatchObject({ carrier: slug, mode: 'simulator', lent: false });
    if (grant) grants.set(slug, grant.grantId);
  });

  // Defined for them alone: a test that is left out counts as a failure.
  if (carrier.manifest.prices === 'list')
    it('takes the prices of the contract, filled into its template', async () => {
      const { accounts } = await seller.must(listAccounts);
      const account = accounts.find(({ grantId }) => grantId === grants.get(slug));
      const { bytes } = await seller.call(rateSheetTemplate, { query: { format: 'csv', carrier: slug } });
      const filled = bytes.toString('utf8').replaceAll(/^([A-Z0-9_-]+,,(?:HOME|WORLD),0,[^,]*),,/gm, '$1,9.50,');
      const file = { name: 'prices.csv', type: 'text/csv', bytes: new TextEncoder().encode(filled) };
      const put = await seller.must(uploadRateSheet, { params: { id: account?.id ?? '' }, file });
      expect(put).toMatchObject({ accepted: true, problems: [] });
    });

  it('is asked for prices and sells a label, which is followed and cancelled', async () => {
    const grantId = grants.get(slug);
    expect(grantId).toBeDefined();
    const order = await lane.addOrder('boreal', orderOf(slug, samples.domestic));
    const locationId = await placeFor(samples.domestic, `Place of ${name}`);
    const quote = await seller.must(quoteSingle, {
      body: { orderId: order.id, locationId, parcels: [parcelOf(samples.domestic)], grantIds: [grantId ?? ''] },
    });
    // A carrier for orders of one store platform says so; its label is bought in the tests of its own.
    if (carrier.manifest.ordersOf) {
      expect(quote.rates).toEqual([]);
      expect(quote.problems[0]?.message).toMatch(onlyOrdersOf(name));
      return;
    }
    expect(quote.rates.length, JSON.stringify(quote.problems)).toBeGreaterThan(0);
    const { track, cancel } = carrier.manifest.capabilities;
    if (!track) expect(carrier.manifest.notOffered?.track).toBeDefined();
    if (!cancel) expect(carrier.manifest.notOffered?.cancel).toBeDefined();
    if (!IN_PANEL.has(slug)) {
      const [rate] = quote.rates;
      const idempotencyKey = randomUUID();
      await seller.must(createShipment, {
        body: { orderId: order.id, quoteId: quote.quoteId, rateId: rate?.id ?? '' },
        idempotencyKey,
      });
      const bought = await soldTo(order.id, slug);
      if (track) await followedByCalls(bought.id);
      if (cancel) await cancelledByCalls(order.id, bought.id);
      return;
    }
    await seller.must(putOrderAddress, {
      body: { orderId: order.id, party: 'shipFrom', locationId, version: order.version },
    });
    await page.goto(`/ecommerce/orders?order=${order.id}`);
    const panel = panelOf(page);
    await panel.getByRole('heading', { name: order.ecomOrderNumber }).waitFor();
    await fillParcel(panel, inCentimetres(samples.domestic));
    await ratesComplete(page);
    // Of one's own, or the same service that an aggregator sells, too.
    await openOthers(panel);
    await panel.locator(`[data-carrier="${name}"]`).first().getByRole('radio').check();
    await buyButton(page).click();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    const number = await trackingOf(page);
    expect((await soldTo(order.id, slug)).parcels[0]?.trackingNumber).toBe(number);
    if (track) await followed();
    if (cancel) await cancelled();
  });
});

interface Given {
  /** Of the account */
  readonly name: string;
  readonly wrong: Readonly<Record<string, string>>;
  readonly right: Readonly<Record<string, string>>;
}

async function connectByForm(slug: string, carrierName: string, given: Given): Promise<void> {
  await openForm(carrierName);
  const dialog = page.getByRole('dialog');
  const mode = dialog.getByLabel('Mode');
  if (await mode.isVisible()) await mode.selectOption('simulator');
  await dialog.getByLabel('Name of this account').fill(given.name);
  await fill(slug, given.wrong);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.getByText(/Nothing was stored/).waitFor();
  // What the carrier is wrong with stands beside the field, or above the buttons where no single field is to blame.
  expect(await dialog.innerText()).toMatch(wrongKeys(carrierName));
  await fill(slug, given.right);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: given.name }).waitFor();
}

async function connectByCalls(slug: string, carrierName: string, given: Given): Promise<void> {
  const connect = (credentials: Readonly<Record<string, string>>) =>
    seller.call(addAccount, {
      body: { carrier: slug, name: given.name, mode: 'simulator', credentials },
      idempotencyKey: randomUUID(),
    });
  const { refusal } = await connect(given.wrong);
  expect(refusal?.message).toMatch(wrongKeys(carrierName));
  expect((await seller.must(listAccounts)).accounts.map(({ name }) => name)).not.toContain(given.name);
  expect((await connect(given.right)).refusal).toBeUndefined();
}

/** The label that stands at the order. */
async function soldTo(orderId: string, slug: string) {
  const [shipment] = (await seller.must(getOrder, { params: { id: orderId } })).shipments;
  expect(shipment).toMatchObject({ state: 'bought', carrier: slug });
  expect(shipment?.parcels[0]).toMatchObject({ hasLabel: true, trackingNumber: expect.stringMatching(/\S/) });
  if (!shipment) throw new Error('no shipment stands at the order');
  return shipment;
}

async function followedByCalls(id: string): Promise<void> {
  const eventsOf = ({ parcels }: ShipmentTracking) => parcels.flatMap((parcel) => parcel.events);
  const asked = await seller.call(refreshTracking, { params: { id } });
  // News that came by itself a moment before is not asked for again.
  if (asked.refusal) expect(asked.refusal.code).toBe('rate_limited');
  const news = async () => eventsOf(await seller.must(getTracking, { params: { id } }));
  await expect.poll(news, { interval: 500 }).not.toHaveLength(0);
}

async function cancelledByCalls(orderId: string, id: string): Promise<void> {
  await seller.must(cancelShipment, { params: { id }, idempotencyKey: randomUUID() });
  const state = async () => (await seller.must(getOrder, { params: { id: orderId } })).shipments[0]?.state;
  await expect.poll(state).toMatch(/^void/);
}

/** The parcel's way, asked for now, as the carrier tells it. */
async function followed(): Promise<void> {
  const shipment = panelOf(page).getByTestId('shipment').first();
  await shipment.getByText('Tracking', { exact: true }).click();
  const way = shipment.getByTestId('tracking');
  const events = way.locator('.tracking-events li');
  await way.getByRole('button', { name: 'Ask the carrier now' }).waitFor();
  await expect
    .poll(
      async () => {
        const ask = way.getByRole('button', { name: 'Ask the carrier now' });
        // News may come by itself at any moment, which switches the button off for a while: looked at and pressed in one.
        if ((await events.count()) === 0)
          await ask.evaluate((button: HTMLButtonElement) => {
            if (!button.disabled) button.click();
          });
        return events.count();
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0);
}

async function cancelled(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Cancel this label?' });
  // The timeline above may grow at this very moment, so that a press at a place would miss the button.
  await panelOf(page)
    .getByRole('button', { name: 'Cancel label' })
    .evaluate((button: HTMLButtonElement) => button.click());
  await dialog.getByRole('button', { name: 'Cancel the label' }).click();
  await panelOf(page).getByText('1 cancelled label').waitFor();
}

it('one parcel from each country: every carrier that serves it has a price, the others say they do not ship from there', async () => {
  for (const country of ['CA', 'US']) {
    const local = real.find(({ samples }) => samples.domestic.from.countryCode === country)?.samples.domestic;
    expect(local, `a carrier of ${country}`).toBeDefined();
    if (!local) continue;
    const order = await lane.addOrder('boreal', orderOf(`all-${country}`, local));
    const locationId = await placeFor(local, `All carriers in ${country}`);
    const { rates, problems } = await seller.must(quoteSingle, {
      body: { orderId: order.id, locationId, parcels: [parcelOf(local)], grantIds: [...grants.values()] },
    });
    for (const { slug, carrier } of real) {
      const own = rates.filter(({ grantId }) => grantId === grants.get(slug));
      const said = problems.filter(({ grantId }) => grantId === grants.get(slug)).map(({ message }) => message);
      const { originCountries, name, ordersOf } = carrier.manifest;
      if (ordersOf) expect(said.join(' ')).toMatch(onlyOrdersOf(name));
      else if (originCountries.includes('*') || originCountries.includes(country))
        expect(own.length, `${name} from ${country}: ${said.join(' ')}`).toBeGreaterThan(0);
      else expect(said.join(' ')).toMatch(new RegExp(`${name} does not ship from ${country}`));
    }
  }
});

it('what a carrier wants of the receiver stands beside its price, and the label is bought once it is there', async () => {
  const fedex = real.find(({ slug }) => slug === 'fedex');
  expect(fedex).toBeDefined();
  if (!fedex) return;
  const { domestic } = fedex.samples;
  const wish = orderOf('no-telephone', domestic);
  const { phone: _none, ...shipTo } = wish.shipTo;
  const order = await lane.addOrder('boreal', { ...wish, shipTo });
  const locationId = await placeFor(domestic, 'Place of the telephone');
  const { version } = await seller.must(putOrderAddress, {
    body: { orderId: order.id, party: 'shipFrom', locationId, version: order.version },
  });
  const open = async () => {
    await page.goto(`/ecommerce/orders?order=${order.id}`);
    await panelOf(page).getByRole('heading', { name: order.ecomOrderNumber }).waitFor();
    await fillParcel(panelOf(page), inCentimetres(domestic));
    await ratesComplete(page);
    await openOthers(panelOf(page));
    const offer = panelOf(page).locator('[data-carrier="FedEx"]').first();
    await offer.getByRole('radio').check();
    return offer;
  };
  const words = 'FedEx needs a whole telephone number';
  const offer = await open();
  await offer.getByText(words).waitFor();
  await page.getByText('Before this label can be bought:').waitFor();
  expect(await buyButton(page).isDisabled()).toBe(true);

  const known = await seller.must(getOrder, { params: { id: order.id } });
  await seller.must(putOrderAddress, {
    body: {
      orderId: order.id,
      party: 'shipTo',
      address: { ...known.shipTo, phone: domestic.to.phone ?? '+1 416 555 0182' },
      version,
    },
  });
  const complete = await open();
  expect(await complete.getByText(words).count()).toBe(0);
  await buyButton(page).click();
  await previewOf(page).waitFor();
  await page.keyboard.press('Escape');
  expect(await trackingOf(page)).not.toBe('');
});

it('what was sold comes back: a return label is bought in the panel, and stands beside the first', async () => {
  const ups = real.find(({ slug }) => slug === 'ups');
  expect(ups?.samples.returned).toBeDefined();
  if (!ups) return;
  const order = await lane.addOrder('boreal', orderOf('back', ups.samples.domestic));
  const locationId = await placeFor(ups.samples.domestic, 'Place of returns');
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId: order.id,
      locationId,
      parcels: [parcelOf(ups.samples.domestic)],
      grantIds: [grants.get('ups') ?? ''],
    },
  });
  await seller.must(createShipment, {
    body: { orderId: order.id, quoteId: quote.quoteId, rateId: quote.rates[0]?.id ?? '' },
    idempotencyKey: randomUUID(),
  });
  await page.goto('/ecommerce/orders');
  const panel = await openPanel(page, order.ecomOrderNumber);
  await panel.getByRole('button', { name: 'Documents' }).click();
  await page.getByRole('menuitem', { name: 'Buy a return label' }).click();
  await panel.getByRole('heading', { name: 'Return label' }).waitFor();
  await ratesComplete(page);
  await chooseCarrier(page, 'UPS');
  await buyButton(page).click();
  const back = panel.getByTestId('shipment').filter({ hasText: 'Return' });
  await back.getByText('Label bought').waitFor();
  expect(await panel.getByTestId('shipment').count()).toBe(2);
  // The preview of the label opens as after every purchase.
  await page.keyboard.press('Escape');
});

it('a carrier that cannot be disconnected says so in one sentence with the reason below, and is tried again', async () => {
  const { accounts } = await seller.must(listAccounts);
  const account = accounts.find(({ grantId }) => grantId === grants.get('nationex'));
  await page.goto(`/carrier-manager/${account?.id}`);
  const disconnect = async () => {
    await page.getByRole('button', { name: 'Disconnect this carrier' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
  };
  const path = `**/api/shippingCarrier/${account?.id}`;
  await page.route(path, (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionrefused') : route.continue(),
  );
  await disconnect();
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to delete shipping carrier.' });
  await toast.getByText('Network Error').waitFor();
  await page.unroute(path);
  await disconnect();
  await page.getByText('Shipping carrier deleted successfully!').waitFor();
});
