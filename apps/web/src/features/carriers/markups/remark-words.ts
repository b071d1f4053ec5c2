import { useLingui } from '@lingui/react/macro';
import type { MarkupRemark } from '@scanship/contracts/money/markups';

/** What is odd about a rule, in the reader's language; a remark that is not known yet is said as it came. */
export function useRemarkWords(): (remark: MarkupRemark) => string {
  const { t } = useLingui();
  return (remark) => {
    const other = (remark.with ?? 0) + 1;
    switch (remark.code) {
      case 'adds-up':
        return t`It works on the price that rule ${other} has made, for shipments both are for.`;
      case 'replaces':
        return t`It goes by the list price, whatever rule ${other} has made, for shipments both are for.`;
      case 'weights-crossed':
        return t`Its least weight is above its greatest.`;
      case 'days-crossed':
        return t`Its first day is after its last.`;
      case 'over':
        return t`Its last day is over.`;
      case 'nothing-chosen':
        return t`Nothing is chosen in one of its conditions.`;
      case 'no-such-carrier':
        return t`None of its carriers is among your accounts.`;
      case 'no-such-service':
        return t`None of its carriers has these services.`;
      case 'changes-nothing':
        return t`It adds nothing.`;
      case 'floor-above-cap':
        return t`Its least amount is above its greatest; the greatest counts.`;
      default:
        return remark.message;
    }
  };
}
