import { expect, it } from 'vitest';
import { decidedChoice, ruledParts } from './decided.ts';
import { firstDraft, type Units } from './draft.ts';
import { withPreset } from './presets.ts';

const units: Units = { weight: 'kg', length: 'cm', decimalComma: false };
const order = { total: { minor: 4_000, currency: 'CAD' }, items: [], weightGrams: 500 };
const draft = firstDraft(order, undefined, units);
const because = 'Rule “VIP”.';
const rule = (part: 'signature' | 'insurance' | 'package' | 'service') =>
  ({ part, layer: 'rule', ruleName: 'VIP', because }) as const;
const decision = {
  package: { id: 'box', name: 'Box S' },
  insuredValue: { minor: 12_050, currency: 'CAD' },
  signature: 'adult',
  saturdayDelivery: false,
  reasons: [rule('service'), rule('package'), rule('insurance'), rule('signature')],
} as const;

const whole = { ...decision, reasons: [...decision.reasons] };

it('begins with what a rule decided, and with nothing that is only a default', () => {
  expect(decidedChoice(whole)).toEqual({
    service: null,
    grantIds: null,
    packageId: 'box',
    insurance: { mode: 'amount', amount: { minor: 12_050, currency: 'CAD' } },
    signature: 'adult',
    saturdayDelivery: null,
  });
  const defaults = whole.reasons.map((reason) => ({ ...reason, layer: 'default' as const }));
  expect(Object.values(decidedChoice({ ...whole, reasons: defaults })).every((part) => part === null)).toBe(true);
});

it('names the rule for what still stands as it asked', () => {
  const ruled = withPreset(draft, { choice: decidedChoice(whole) }, { boxes: [], units, order });
  // The box is not one of the customer's any more.
  expect(ruledParts(ruled, whole)).toEqual([{ ruleName: 'VIP', parts: ['service', 'insurance', 'signature'] }]);
  expect(ruledParts({ ...ruled, signature: 'none' }, whole)[0]?.parts).toEqual(['service', 'insurance']);
});
