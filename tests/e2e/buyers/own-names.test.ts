/**
 * A seller's own host for pages of buyers and own address for notices, on the screen: proved in a real name server, not given up for
 * another one or at all without being asked.
 */
import { getBuyerHost } from '@scanship/contracts/stores/buyer-page';
import { getSenderDomain } from '@scanship/contracts/stores/sender-domain';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { startDnsServer, type TestDnsServer } from '../../../apps/server/test/dns-server.ts';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    host: 'Your host',
    address: 'Your address',
    save: 'Save',
    check: 'Check now',
    used: 'In use',
    giveUp: 'Give up your own host?',
    again: /^Use .+ again\?$/,
    stop: 'Stop using it',
    cancel: 'Leave unchanged',
  },
  'fr-CA': {
    host: 'Votre hôte',
    address: 'Votre adresse',
    save: 'Enregistrer',
    check: 'Vérifier maintenant',
    used: 'En service',
    giveUp: 'Renoncer à votre hôte?',
    again: /^Utiliser de nouveau .+\?$/,
    stop: 'Cesser de l’utiliser',
    cancel: 'Ne rien changer',
  },
} as const;

let lane: Lane;
let names: TestDnsServer;
beforeAll(async () => {
  names = await startDnsServer(inject('lane').nameServer);
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await lane.close();
  await names.close();
});

describe.each([
  ['en-CA', 1280, 720],
  ['fr-CA', 390, 844],
] as const)('%s, %i px wide', (locale, width, height) => {
  const words = WORDS[locale];

  it.each([
    {
      what: 'a host',
      tab: 'page',
      label: words.host,
      name: 'track.maple.example',
      alike: 'Track.Maple.Example.',
      other: 'parcels.maple.example',
      asks: words.giveUp,
      record: async () => (await (await lane.seller('aurora')).must(getBuyerHost)).proof,
    },
    {
      what: 'an address',
      tab: 'sender',
      label: words.address,
      name: 'news@maple.example',
      alike: 'hello@maple.example',
      other: 'news@oak.example',
      asks: words.again,
      record: async () => (await (await lane.seller('aurora')).must(getSenderDomain)).records[0]?.record,
    },
  ])(
    '$what in use is given up by who is asked and says so',
    async ({ tab, label, name, alike, other, asks, record }) => {
      const { page } = await lane.open({ as: 'aurora', width, height, locale });
      const press = (words: string) => page.getByRole('button', { name: words, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const field = page.getByLabel(label, { exact: true });
      await page.goto(`/ecommerce/buyer-notices?tab=${tab}`);
      const card = page.locator('section.card', { has: field });
      const save = card.getByRole('button', { name: words.save, exact: true });
      await field.fill(name);
      await save.click();
      await card.getByText('TXT', { exact: true }).first().waitFor();
      const found = await record();
      if (!found) throw new Error('no record');
      names.records.set(found.name, [found.value]);
      await press(words.check);
      await card.getByText(words.used, { exact: true }).waitFor();

      await field.fill(other);
      await save.click();
      await dialog.getByText(asks).waitFor();
      await dialog.getByRole('button', { name: words.cancel, exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.reload();
      await card.getByText(words.used, { exact: true }).waitFor();
      expect(await field.inputValue()).toBe(name);
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(wide[0]).toBeLessThanOrEqual(wide[1] ?? 0);

      // What stays in use needs no question.
      await field.fill(alike);
      const [saved] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'PUT'),
        save.click(),
      ]);
      expect(saved.status()).toBe(200);
      await card.getByText(words.used, { exact: true }).waitFor();
      expect(await dialog.count()).toBe(0);

      await field.fill(other);
      await save.click();
      await dialog.getByRole('button', { name: words.save, exact: true }).click();
      await card.getByText(words.used, { exact: true }).waitFor({ state: 'hidden' });
      expect(await field.inputValue()).toBe(other);
      await press(words.stop);
      await dialog.getByRole('button', { name: words.stop, exact: true }).click();
      await card.getByRole('button', { name: words.check }).waitFor({ state: 'hidden' });
      expect(await field.inputValue()).toBe('');
      await page.close();
    },
  );
});
