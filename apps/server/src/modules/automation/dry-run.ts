/** What rules would do to orders that are here. Nothing is written. */
import type { DryRunOrder, RuleDraft } from '@scanship/contracts/shipping/automation';
import { insuredAmount, type DecisionPart } from '@scanship/domain/automation/automation-decision';
import { type Decided, type Rule, type RuleOutcome, runRules } from '@scanship/domain/automation/automation';
import { toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type OrderFacts, readFacts, readPlaces } from './facts.ts';
import type { Names } from './names.ts';
import { activeRules, readPresetChoices } from './read-rules.ts';

/** Orders looked at; the newest ones. */
export const MOST_LOOKED_AT = 5_000;
const MOST_SHOWN = 100;

export interface DryRun {
  readonly looked: number;
  readonly capped: boolean;
  readonly perRule: { id: string | null; name: string; matched: number; changed: number }[];
  readonly changed: number;
  readonly orders: DryRunOrder[];
}

/** Ids of the newest orders of so many days, one more than are looked at. */
export async function recentOrders(tx: Tx, days: number, now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ id: string }>`SELECT id FROM orders WHERE placed_at >= ${from.toISOString()}::timestamptz
    ORDER BY placed_at DESC, id DESC LIMIT ${MOST_LOOKED_AT + 1}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Stands for the rule that is not saved yet. */
const DRAFT = 'draft';

/**
 * @param orderIds in the order of the answer, at most `MOST_LOOKED_AT`
 * @param draft takes the place of the rule with its id, else runs behind the others; it runs even when it is switched off
 */
export async function dryRun(
  tx: Tx,
  names: Names,
  orderIds: readonly string[],
  draft: { readonly id: string | null; readonly rule: RuleDraft } | null,
): Promise<Omit<DryRun, 'capped'>> {
  const [stored, presets, places] = await Promise.all([activeRules(tx), readPresetChoices(tx), readPlaces(tx)]);
  const facts = await readFacts(tx, orderIds, places);
  const { before, after } = listsOf(stored, draft);
  const watched = draft ? (draft.id ?? DRAFT) : null;
  const perRule = new Map(
    after
      .filter((rule) => watched === null || rule.id === watched)
      .map((rule) => [rule.id, { id: idOf(rule.id), name: rule.name, matched: 0, changed: 0 }]),
  );
  const orders: DryRunOrder[] = [];
  let changed = 0;
  for (const orderId of orderIds) {
    const order = facts.get(orderId);
    if (!order) continue;
    const was = runRules(before, order, presets);
    const is = runRules(after, order, presets);
    const parts = partsOf(names, order, was, is);
    const changing = new Set(parts.flatMap((part) => (part.changes ? [part.ruleId] : [])));
    for (const { id } of is.matched) {
      const tally = perRule.get(id);
      if (!tally) continue;
      tally.matched += 1;
      if (changing.has(id)) tally.changed += 1;
    }
    if (changing.size > 0) changed += 1;
    const matched = is.matched.filter(({ id }) => perRule.has(id));
    if (matched.length === 0 || orders.length >= MOST_SHOWN) continue;
    orders.push({
      orderId,
      orderNumber: order.number,
      placedAt: order.placedAt.toISOString(),
      recipient: order.recipient,
      rules: matched.map(({ id, name }) => ({ id: idOf(id), name })),
      changes: parts.map(({ what, from, to, ruleName, changes }) => ({ what, from, to, ruleName, changes })),
    });
  }
  return { looked: facts.size, perRule: [...perRule.values()], changed, orders };
}

const idOf = (id: string): string | null => (id === DRAFT ? null : id);

/** Rules without and with what is tried: the draft against the list as it stands, or the whole list against none. */
function listsOf(
  stored: readonly Rule[],
  draft: { readonly id: string | null; readonly rule: RuleDraft } | null,
): { readonly before: readonly Rule[]; readonly after: readonly Rule[] } {
  if (!draft) return { before: [], after: stored };
  const tried: Rule = { ...draft.rule, id: draft.id ?? DRAFT };
  const place = stored.findIndex((rule) => rule.id === draft.id);
  return { before: stored, after: place < 0 ? [...stored, tried] : stored.with(place, tried) };
}

interface Part {
  readonly what: DecisionPart | 'hold' | 'tag' | 'location';
  readonly from: string | null;
  readonly to: string;
  readonly ruleName: string;
  readonly ruleId: string;
  readonly changes: boolean;
}

function partsOf(names: Names, order: OrderFacts, was: RuleOutcome, is: RuleOutcome): Part[] {
  const part = <T>(
    what: Part['what'],
    decided: Decided<T> | null,
    earlier: Decided<T> | null,
    word: (value: T) => string,
    stands?: string | null,
  ): Part[] => {
    if (!decided) return [];
    const to = word(decided.value);
    const from = stands === undefined ? (earlier ? word(earlier.value) : null) : stands;
    return [{ what, from, to, ruleName: decided.ruleName, ruleId: decided.ruleId, changes: from !== to }];
  };
  const held = is.hold;
  return [
    ...(held
      ? [
          {
            ...BLANK,
            ...by(held),
            what: 'hold' as const,
            to: heldWords(is),
            changes: !order.held && (!was.hold || heldWords(was) !== heldWords(is)),
          },
        ]
      : []),
    ...is.tags.map((tag) => ({
      ...BLANK,
      ...by(tag),
      what: 'tag' as const,
      to: tag.value,
      changes: !was.tags.some((each) => each.value === tag.value),
    })),
    // A place that the order was given stays.
    ...(order.ownLocation === null
      ? part(
          'location',
          is.location,
          was.location,
          placeName(names),
          order.location && placeName(names)(order.location),
        )
      : []),
    ...part('service', is.service, was.service, (wish) =>
      wish.services.map((each) => names.serviceOf(each)).join(', '),
    ),
    ...part('account', is.grantIds, was.grantIds, (ids) => ids.map((id) => names.accountOf(id) ?? '?').join(', ')),
    ...part('package', is.packageId, was.packageId, (id) => names.packageOf(id) ?? '?'),
    ...part('insurance', is.insurance, was.insurance, (wish) => {
      const amount = insuredAmount(wish, order.total);
      return amount ? `${toDecimal(amount)} ${amount.currency}` : '0';
    }),
    ...part('signature', is.signature, was.signature, (word) => word),
    ...part('saturday', is.saturdayDelivery, was.saturdayDelivery, (yes) => (yes ? 'yes' : 'no')),
    ...part('verify', is.verify, was.verify, () => 'yes'),
  ];
}

/** "Pre-order (until 2026-12-01)"; a range of days counts from the arrival. */
const heldWords = ({ hold, holdEnd }: RuleOutcome): string => {
  const end = holdEnd === null ? '' : 'day' in holdEnd ? ` (until ${holdEnd.day})` : ` (${holdEnd.days} days)`;
  return `${hold?.value ?? ''}${end}`;
};

const BLANK = { from: null } as const;
const by = ({ ruleId, ruleName }: Decided<unknown>) => ({ ruleId, ruleName });
const placeName =
  (names: Names) =>
  (id: string): string =>
    names.locationOf(id) ?? '?';
