/** Changes of prices in the audit log: whose, what was and what is, in words and amounts. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Whose } from './whose.ts';
import { actorsOf, OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';

/** Longer lists of rules are cut in the log; the history of versions has them whole. */
const MOST_LETTERS = 2000;

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`);

/** "+10 %, +0.50 CAD (ups; ground; domestic; 500-2000 g)": signs and codes, so that it reads in any language. */
function ruleWords(rule: MarkupRuleInput, currency: string): string {
  const amount = (minor: number): string => `${toDecimal(money(minor, currency))} ${currency}`;
  const { scope } = rule;
  const adds = [
    typeof rule.offListBp === 'number' ? `list -${rule.offListBp / 100} %` : '',
    rule.percentBp === 0 ? '' : `${signed(String(rule.percentBp / 100))} %`,
    rule.fixedMinor === 0 ? '' : signed(amount(rule.fixedMinor)),
    rule.floorMinor === null ? '' : `>= ${amount(rule.floorMinor)}`,
    rule.capMinor === null ? '' : `<= ${amount(rule.capMinor)}`,
  ].filter(Boolean);
  const grams =
    scope.minGrams === undefined && scope.maxGrams === undefined
      ? ''
      : `${scope.minGrams ?? 0}-${scope.maxGrams ?? ''} g`;
  const days = rule.firstDay === null && rule.lastDay === null ? '' : `${rule.firstDay ?? ''}..${rule.lastDay ?? ''}`;
  const when = [
    (scope.carriers ?? []).join(' '),
    (scope.services ?? []).join(' '),
    (scope.zones ?? []).join(' '),
    grams,
    days,
    rule.name,
  ].filter(Boolean);
  return `${adds.join(', ') || '+0'}${when.length === 0 ? '' : ` (${when.join('; ')})`}`;
}

/** What a plan says, rule by rule. */
export function planWords(plan: {
  readonly used: boolean;
  readonly rules: readonly MarkupRuleInput[];
  readonly currency: string;
}): string {
  if (!plan.used) return 'not used';
  if (plan.rules.length === 0) return 'at cost';
  const words = plan.rules.map((rule, index) => `${index + 1}. ${ruleWords(rule, plan.currency)}`).join(' ');
  return words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS)}...` : words;
}

export interface PriceAct {
  readonly action: string;
  readonly summary: string;
  readonly buyer: Whose;
  readonly told: Readonly<Record<string, string | undefined>>;
}

/** A customer or franchise by name; the customers of a plan or group by what it is called. */
const whoseWords = (whose: Whose): Readonly<Record<string, string>> =>
  whose === null ? {} : { [whose.kind === 'buyer' ? 'name' : whose.kind]: whose.name };

/** Within the change's own transaction: there is no change without its entry, and no entry without its change. */
export async function logPriceAct(tx: Tx, ctx: RequestContext, act: PriceAct): Promise<void> {
  const actors = await actorsOf(tx, ctx);
  const { tenantId, requestId } = ctx;
  const told = Object.fromEntries(
    Object.entries({ ...whoseWords(act.buyer), ...act.told }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  );
  const id = await recordEvent(tx, {
    tenantId,
    actors,
    action: act.action,
    subject: act.buyer ? { kind: 'pricing', id: act.buyer.id } : undefined,
    details: { summary: act.summary, params: {}, fields: [], told },
    requestId,
  });
  await recordEvent(tx, {
    tenantId,
    actors,
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
    requestId,
  });
}
