/**
 * UPS's own packagings: their codes against the Rating API, their sizes against the list that Amazon's Merchant Fulfillment API
 * publishes for them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '@scanship/carrier-ups/manifest';
import { packagingCode } from '@scanship/carrier-ups/packagings';
import { toMillimetres } from '@scanship/domain/values/measure';
import { expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

const packagings = manifest.packagings ?? [];

/** Ours, the name in Amazon's list, the words of UPS's Rating API. */
const NAMES: Readonly<Record<string, readonly [amazon: string, rating: string]>> = {
  'ups-express-envelope': ['UPS_Express_Envelope', 'UPS Letter'],
  'ups-express-pak': ['UPS_Express_Pak', 'Pak'],
  'ups-express-tube': ['UPS_Express_Tube', 'Tube'],
  'ups-express-box-small': ['UPS_Express_Box_Small', 'Small Express Box'],
  'ups-express-box-medium': ['UPS_Express_Box_Medium', 'Medium Express Box'],
  'ups-express-box-large': ['UPS_Express_Box_Large', 'Large Express Box'],
  'ups-10kg-box': ['UPS_Box_10kg', '10KG Box'],
  'ups-25kg-box': ['UPS_Box_25kg', '25KG Box'],
};

withVendorContract('carriers/ups', (folder) => {
  it('go by the codes of the Rating API', () => {
    const contract = readFileSync(join(folder, 'Rating.yaml'), 'utf8').replaceAll('\r\n', '\n');
    expect(packagings.map(({ code }) => code)).toEqual(Object.keys(NAMES));
    for (const { code } of packagings)
      expect(contract).toMatch(new RegExp(`- ${packagingCode(code)} - ${NAMES[code]?.[1] ?? 'unknown'}\\.?\\n`));
    expect(contract).toContain(`- ${packagingCode(undefined)} - Package\n`);
  });
});

withVendorContract('carriers/amazon-shipping', (folder) => {
  it('have the sizes that are published for them', () => {
    const list = readFileSync(join(folder, 'merchantFulfillmentV0.json'), 'utf8');
    for (const { code, outer } of packagings) {
      const entry = new RegExp(
        `"value": "${NAMES[code]?.[0] ?? 'unknown'}",\\s+"description": "([\\d.]+) x ([\\d.]+) x ([\\d.]+) (in|cm)`,
      ).exec(list);
      const unit = entry?.[4] === 'in' ? 'in' : 'cm';
      const [lengthMm, widthMm, heightMm] = [1, 2, 3].map((side) => toMillimetres(Number(entry?.[side]), unit));
      expect({ code, ...outer }).toEqual({ code, lengthMm, widthMm, heightMm });
    }
  });
});
