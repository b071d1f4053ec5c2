/** Steps of a person on the screens, found by what they read: roles and names, never by how it is built. */
import type { Locator, Page } from 'playwright-core';

export const panelOf = (page: Page): Locator => page.getByTestId('shipping-panel').filter({ visible: true });
export const ratesOf = (page: Page): Locator => panelOf(page).getByTestId('rate');
export const previewOf = (page: Page): Locator => page.getByRole('dialog', { name: /Preview$|^Aperçu / });

export async function openPanel(page: Page, number: string): Promise<Locator> {
  await page.getByRole('button', { name: number, exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('heading', { name: number }).waitFor();
  return panel;
}

export interface ParcelText {
  readonly weight?: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
}
export const SMALL_BOX: ParcelText = { length: '20', width: '15', height: '10' };

/** An order that is complete as it came shows its rates first: a press opens the fields of parcels, options and customs. */
export async function openFields(panel: Locator): Promise<void> {
  const summary = panel.getByRole('button', { name: /^(Edit parcel and options|Modifier le colis et les options)$/ });
  await summary.or(panel.getByTestId('parcel')).first().waitFor();
  if (await summary.isVisible()) await summary.click();
}

/** Each service stands once; the prices of other accounts for it are a press away. */
export async function openOthers(panel: Locator): Promise<void> {
  const closed = panel.getByRole('button', { name: /^Other prices of /, expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Weight in the customer's unit stays as the order gave it, unless told. */
export async function fillParcel(panel: Locator, parcel: ParcelText = SMALL_BOX): Promise<void> {
  await openFields(panel);
  if (parcel.weight !== undefined) await panel.getByLabel('Weight', { exact: true }).fill(parcel.weight);
  await panel.getByLabel('Length', { exact: true }).fill(parcel.length);
  await panel.getByLabel('Width', { exact: true }).fill(parcel.width);
  await panel.getByLabel('Height', { exact: true }).fill(parcel.height);
}

/** Waits until no carrier is being waited for any more. */
export async function ratesComplete(page: Page): Promise<void> {
  await ratesOf(page).first().waitFor();
  await panelOf(page)
    .getByText(/still answering…|Asking the carriers…|pas encore répondu…/)
    .first()
    .waitFor({ state: 'detached' });
}

/** A rate of a carrier's own account, else the first that names the carrier or service. */
export async function chooseCarrier(page: Page, carrier: string): Promise<Locator> {
  const own = panelOf(page).locator(`[data-carrier^="${carrier}" i]`);
  if ((await own.count()) === 0) await openOthers(panelOf(page));
  const rate = (await own.count()) > 0 ? own.first() : ratesOf(page).filter({ hasText: carrier }).first();
  await rate.getByRole('radio').check();
  return rate;
}

export const buyButton = (page: Page): Locator => panelOf(page).getByRole('button', { name: 'Buy label' });

/** Number in the first shipment of the panel. */
export async function trackingOf(page: Page): Promise<string> {
  const number = panelOf(page).getByTestId('shipment').first().locator('.tracking').first();
  await number.waitFor();
  return (await number.innerText()).trim();
}

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Presses what offers a file, and takes the file as the person gets it. */
export async function save(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array));
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** The document that the preview shows. */
export const savePreview = (page: Page): Promise<SavedFile> =>
  save(page, () => previewOf(page).getByRole('button', { name: 'Download' }).click());

/** Address without its host and port, for comparing. */
export const pathOf = (page: Page): string => {
  const url = new URL(page.url());
  return url.pathname + url.search;
};

/** The page has its heading and waits for nothing any more: no grey lines, no bar, no carrier that still answers. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await page
    .locator('.skeleton, .boot, .rate-wait, [aria-busy="true"], .mantine-Loader-root')
    .first()
    .waitFor({ state: 'detached' });
}
