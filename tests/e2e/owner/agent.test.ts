/**
 * A sales agent in the built product: the link is copied, somebody signs up by it in two visits, buys a label, and the agent sees
 * what it earned. That closing books the same is proven where the clock can be set (modules/agents, modules/statements/accrual).
 */
import { randomUUID } from 'node:crypto';
import { verifyAccount } from '@scanship/contracts/access/auth';
import { listCustomers, setCustomerCredit } from '@scanship/contracts/network/customers';
import { addLocation } from '@scanship/contracts/network/settings';
import { addOrder } from '@scanship/contracts/orders/orders';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addressOf, codeIn, mailTo, newName, PASSWORD } from '../../support/accounts.ts';
import { violationsOf } from '../../support/axe.ts';
import { buyLabel } from '../../support/bought.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { signInAs } from '../../support/seller.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const WORDS = {
  'en-CA': {
    create: 'Create your link',
    renew: 'Make a new one',
    confirm: 'Make a new link',
    link: 'Your link',
    came: 'Signed up by your link',
    soFar: 'Earned so far',
    byMonth: 'Earned by month',
    estimated: /^Estimated until the month is closed/,
    label: '1 label, 15% of margin',
    agentTab: 'Sales agent',
    from: 'Signed up by the link of Isabel Moreau.',
    signIn: 'I have an account',
    fields: ['First name', 'Last name', 'Company', 'E-mail', 'User name', 'Password'],
    look: { width: 1280, height: 720 },
  },
  'fr-CA': {
    create: 'Créer votre lien',
    renew: 'En créer un nouveau',
    confirm: 'Créer un nouveau lien',
    link: 'Votre lien',
    came: 'Inscrits par votre lien',
    soFar: 'Gagné jusqu’ici',
    byMonth: 'Gagné par mois',
    estimated: /^Estimation jusqu’à la clôture du mois/,
    label: '1 étiquette, 15 % de la marge',
    agentTab: 'Représentant',
    from: 'Inscrit par le lien du représentant Isabel Moreau.',
    signIn: 'J’ai déjà un compte',
    fields: ['Prénom', 'Nom de famille', 'Entreprise', 'Courriel', 'Nom d’utilisateur', 'Mot de passe'],
    look: { width: 390, height: 844, layout: { theme: 'dark' } },
  },
} as const;

/** Plain blanks, so that a test reads as a person does. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it.each(['en-CA', 'fr-CA'] as const)('referral to commission (%s)', async (locale) => {
  const words = WORDS[locale];
  const { page: agent, context: desk } = await lane.open({ as: 'agent', locale, ...words.look });
  await agent.goto('/customer/money/agents');
  const own = agent.getByRole('region', { name: words.link });
  await own.getByRole('button', { name: new RegExp(`^(?:${words.create}|${words.renew})$`) }).click();
  const again = agent.getByRole('dialog').getByRole('button', { name: words.confirm });
  await again.or(own.getByTestId('agent-link')).first().waitFor();
  if (await again.isVisible()) await again.click();
  await agent.getByRole('dialog').waitFor({ state: 'detached' });
  const link = new URL(await own.getByTestId('agent-link').innerText());
  expect(link.origin).toBe(lane.origin('localhost'));
  expect(await violationsOf(agent)).toEqual([]);
  expect(await overflow(agent)).toBe(0);

  // Looked at today, signed up another day in another tab.
  const userName = newName('by-link');
  const { page: looked, context: visitor } = await lane.open({ locale });
  await looked.goto(`${link.pathname}${link.search}`);
  await looked.getByRole('link', { name: words.signIn }).click();
  await expect.poll(() => new URL(looked.url()).pathname).toBe('/auth/login');
  await looked.close();
  const page = await visitor.newPage();
  await page.goto('/auth/register');
  for (const [index, value] of ['Lin', 'Roy', userName, addressOf(userName), userName, PASSWORD].entries())
    await page.getByRole('textbox', { name: words.fields[index] ?? '', exact: index > 0 }).fill(value);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('form button[type=submit]').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/otp/verify');
  expect(await page.evaluate(() => localStorage.getItem('agent-code'))).toBeNull();
  await visitor.close();

  const maple = await lane.seller('maple');
  const mail = await mailTo(maple, addressOf(userName), 'verify_account');
  await maple.must(verifyAccount, { query: { username: userName, value: codeIn(mail) } });
  const admin = await signInAs({ origin: lane.origin('localhost'), userName, password: PASSWORD });
  const address = {
    name: 'Lin Roy',
    companyName: userName,
    address1: '100 Queen St W',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5H 2N2',
    countryCode: 'CA',
    phone: '+1 416 555 0100',
  };
  await admin.must(addLocation, { body: { name: 'Shop', address, isDefault: true } });
  const { customers } = await maple.must(listCustomers, { query: { search: userName } });
  const customerId = customers[0]?.id ?? '';
  await maple.must(setCustomerCredit, {
    params: { id: customerId },
    body: { limitMinor: null, termsDays: 30, note: '' },
  });
  const order = orderTo(`LINK-${randomUUID().slice(0, 6)}`);
  const { id } = await admin.must(addOrder, {
    body: { ...order, shipTo: { ...order.shipTo, phone: address.phone } },
    idempotencyKey: randomUUID(),
  });
  await buyLabel(admin, id);
  await admin.close();

  await agent.reload();
  await own.getByRole('list', { name: words.came }).getByText(userName, { exact: true }).waitFor();
  const soFar = agent.getByRole('region', { name: words.soFar }).first();
  await soFar.getByText(words.estimated).waitFor();
  const row = soFar.getByRole('row').filter({ hasText: userName });
  expect(plain(await row.innerText())).toContain(words.label);
  await agent.getByRole('region', { name: words.byMonth }).first().waitFor();
  expect(await violationsOf(agent)).toEqual([]);
  expect(await overflow(agent)).toBe(0);
  await desk.close();

  const { page: franchise, context: owner } = await lane.open({ as: 'maple', locale, ...words.look });
  await franchise.goto('/customer/money/agents');
  const all = franchise.getByRole('region', { name: words.soFar }).first();
  expect(plain(await all.getByRole('row').filter({ hasText: userName }).innerText())).toContain(words.label);
  await franchise.goto(`/customer/${customerId}?tab=agent`);
  await franchise.getByText(words.from).waitFor();
  expect(await franchise.getByLabel(words.agentTab, { exact: true }).inputValue()).not.toBe('');
  expect(await violationsOf(franchise)).toEqual([]);
  expect(await overflow(franchise)).toBe(0);
  await owner.close();
});
