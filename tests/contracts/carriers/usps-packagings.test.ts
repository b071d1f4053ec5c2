/**
 * USPS's flat rate packagings: their codes against the Labels contract, their sizes against the list that Amazon's Merchant
 * Fulfillment API publishes for them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '@scanship/carrier-usps/manifest';
import { packagingCodes } from '@scanship/carrier-usps/packagings';
import { toMillimetres } from '@scanship/domain/values/measure';
import { expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

const packagings = manifest.packagings ?? [];

/** Ours and the name in Amazon's list. */
const NAMES: Readonly<Record<string, string>> = {
  'usps-flat-rate-envelope': 'USPS_FlatRateEnvelope',
  'usps-legal-flat-rate-envelope': 'USPS_FlatRateLegalEnvelope',
  'usps-padded-flat-rate-envelope': 'USPS_FlatRatePaddedEnvelope',
  'usps-small-flat-rate-box': 'USPS_SmallFlatRateBox',
  'usps-medium-flat-rate-box-1': 'USPS_MediumFlatRateBox1',
  'usps-medium-flat-rate-box-2': 'USPS_MediumFlatRateBox2',
  'usps-large-flat-rate-box': 'USPS_LargeFlatRateBox',
};

withVendorContract('carriers/usps', (folder) => {
  it('go by the codes of the Labels contract', () => {
    const contract = readFileSync(join(folder, 'domestic-labels.yaml'), 'utf8');
    expect(packagings.map(({ code }) => code)).toEqual(Object.keys(NAMES));
    for (const { code, services } of packagings) {
      const { type, indicators } = packagingCodes(code);
      expect(contract).toContain(`- ${type}\n`);
      for (const indicator of indicators) expect(contract).toMatch(new RegExp(`\\* ${indicator} - .*(Flat Rate)`));
      expect(services?.length).toBeGreaterThan(0);
    }
    expect(contract).toContain(`- ${packagingCodes(undefined).type}\n`);
  });
});

withVendorContract('carriers/amazon-shipping', (folder) => {
  it('have the sizes that are published for them', () => {
    const list = readFileSync(join(folder, 'merchantFulfillmentV0.json'), 'utf8');
    for (const { code, outer } of packagings) {
      const entry = new RegExp(
        `"value": "${NAMES[code] ?? 'unknown'}",\\s+"description": "([\\d.]+) x ([\\d.]+) x ([\\d.]+) in`,
      ).exec(list);
      const [lengthMm, widthMm, heightMm] = [1, 2, 3].map((side) => toMillimetres(Number(entry?.[side]), 'in'));
      expect({ code, ...outer }).toEqual({ code, lengthMm, widthMm, heightMm });
    }
  });
});
