/** Why the rates are as they are: what rules ask for, what the buyer asked for, and what the prices still lack. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import type { DecisionPart } from '@scanship/domain/automation/automation-decision';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ruledParts } from '../form/decided.ts';
import type { ShippingDraft } from '../form/draft.ts';

interface Props {
  readonly decision: DecisionDto | undefined;
  readonly draft: ShippingDraft;
  /** What the customs declaration lacks, a sentence each: the prices are estimates. */
  readonly gaps: readonly string[];
  /** All have answered, and none of them offers what the rule or the buyer wants. */
  readonly notOffered: boolean;
}

export function RateReasons({ decision, draft, gaps, notOffered }: Props) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const mayMap = useProfile().rights.includes('settings.manage');
  const rules = decision ? ruledParts(draft, decision) : [];
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
  const wordOf = (part: DecisionPart): string => {
    switch (part) {
      case 'service':
        return t`a service`;
      case 'account':
        return t`a carrier account`;
      case 'package':
        return decision?.package ? t`the box “${decision.package.name}”` : t`a box`;
      case 'insurance':
        return decision?.insuredValue ? t`insurance of ${format.money(decision.insuredValue)}` : t`no insurance`;
      case 'signature':
        return { none: t`no signature`, any: t`a signature`, adult: t`an adult signature` }[
          decision?.signature ?? 'none'
        ];
      case 'saturday':
        return decision?.saturdayDelivery ? t`Saturday delivery` : t`no Saturday delivery`;
      case 'verify':
        return t`scanning the items first`;
    }
  };
  const { requested } = decision ?? {};
  if (rules.length === 0 && !requested && gaps.length === 0) return null;
  return (
    <ul className="rate-reasons" aria-label={t`Why these rates`}>
      {gaps.length > 0 && (
        <li className="danger">
          <Trans>Estimated prices. Before a label can be bought: {gaps.join(' ')}</Trans>
        </li>
      )}
      {rules.map(({ ruleName, parts }) => (
        <li key={ruleName}>
          <Trans>
            Rule “{ruleName}” asks for {list.format(parts.map(wordOf))}.
          </Trans>{' '}
          {notOffered && parts.includes('service') && (
            <span className="danger">
              <Trans>No carrier offers it here.</Trans>
            </span>
          )}
        </li>
      ))}
      {requested && (
        <li>
          <Trans>The buyer asked for “{requested.name}”.</Trans>{' '}
          {requested.service === null && (
            <span className="danger">
              <Trans>No service is mapped to it.</Trans>{' '}
              {mayMap && (
                <Link className="link" to="/account/automation" search={{ tab: 'services' }}>
                  <Trans>Map it</Trans>
                </Link>
              )}
            </span>
          )}
        </li>
      )}
    </ul>
  );
}
