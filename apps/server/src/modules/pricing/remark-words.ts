/** What is odd about a rule, in a sentence; screens translate by the code. */
import type { MarkupRemark } from '@scanship/contracts/money/markups';
import type { RemarkCode, RuleRemark } from '@scanship/domain/pricing/markup-check';

const WORDS: Readonly<Record<RemarkCode, (rule: number, other: number) => string>> = {
  'adds-up': (rule, other) =>
    `Rules ${other} and ${rule} are both for some shipments: rule ${rule} works on the price that rule ${other} has made.`,
  replaces: (rule, other) =>
    `Rules ${other} and ${rule} are both for some shipments: rule ${rule} goes by the list price, whatever rule ${other} has made.`,
  'weights-crossed': (rule) => `Rule ${rule} is never applied: its least weight is above its greatest.`,
  'days-crossed': (rule) => `Rule ${rule} is never applied: its first day is after its last.`,
  over: (rule) => `Rule ${rule} is not applied any more: its last day is over.`,
  'nothing-chosen': (rule) => `Rule ${rule} is never applied: nothing is chosen in one of its conditions.`,
  'no-such-carrier': (rule) => `Rule ${rule} is never applied: none of its carriers is among your accounts.`,
  'no-such-service': (rule) => `Rule ${rule} is never applied: none of its carriers has these services.`,
  'changes-nothing': (rule) => `Rule ${rule} adds nothing.`,
  'floor-above-cap': (rule) => `The least amount of rule ${rule} is above its greatest; the greatest counts.`,
};

export const remarkWords = (remark: RuleRemark): MarkupRemark => ({
  ...remark,
  message: WORDS[remark.code](remark.rule + 1, (remark.with ?? 0) + 1),
});
