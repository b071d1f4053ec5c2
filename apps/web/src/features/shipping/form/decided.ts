/** What a person or a rule decided for an order, as its panel begins with it and tells it. Pure. */
import type { DecisionDto, PresetDto } from '@scanship/contracts/shipping/automation';
import type { DecisionPart } from '@scanship/domain/automation/automation-decision';
import { toDecimal } from '@scanship/domain/money/money';
import type { ShippingDraft } from './draft.ts';

type Decision = Pick<DecisionDto, 'package' | 'insuredValue' | 'signature' | 'saturdayDelivery' | 'reasons'>;

/** Parts that somebody or a rule decided; defaults are the beginning anyway. */
const isDecided = ({ reasons }: Pick<Decision, 'reasons'>, part: DecisionPart): boolean =>
  reasons.some((reason) => reason.part === part && reason.layer !== 'default');

/** What was decided as a preset says it; what is left to the defaults is not said. Services are ranked by the decision itself. */
export const decidedChoice = (decision: Decision): PresetDto['choice'] => ({
  service: null,
  grantIds: null,
  packageId: isDecided(decision, 'package') ? (decision.package?.id ?? null) : null,
  insurance: !isDecided(decision, 'insurance')
    ? null
    : decision.insuredValue
      ? { mode: 'amount', amount: decision.insuredValue }
      : { mode: 'none' },
  signature: isDecided(decision, 'signature') ? decision.signature : null,
  saturdayDelivery: isDecided(decision, 'saturday') ? decision.saturdayDelivery : null,
});

/** What a rule asks for and the draft still holds: a person may have changed it since. */
export function ruledParts(
  draft: ShippingDraft,
  decision: Decision,
): readonly { readonly ruleName: string; readonly parts: readonly DecisionPart[] }[] {
  const holds: Partial<Record<DecisionPart, boolean>> = {
    package: draft.parcels.every(({ packageId }) => packageId === decision.package?.id),
    insurance: draft.insured === (decision.insuredValue ? toDecimal(decision.insuredValue) : ''),
    signature: draft.signature === decision.signature,
    saturday: draft.saturday === decision.saturdayDelivery,
  };
  const rules = new Map<string, DecisionPart[]>();
  for (const { part, layer, ruleName } of decision.reasons) {
    if (layer !== 'rule' || !ruleName || part === 'hold' || part === 'tag' || part === 'location') continue;
    if (holds[part] !== false) rules.set(ruleName, [...(rules.get(ruleName) ?? []), part]);
  }
  return [...rules].map(([ruleName, parts]) => ({ ruleName, parts }));
}
