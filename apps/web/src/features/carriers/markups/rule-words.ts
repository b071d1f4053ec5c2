import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../app/use-format.ts';

/** A rule in one line: what it adds, and to what. */
export function useRuleWords(currency: string): (rule: MarkupRuleInput) => string {
  const { t } = useLingui();
  const format = useFormat();
  const show = (minor: number): string => format.money({ minor, currency });
  return (rule) => {
    const { minGrams, maxGrams, carriers, services, zones } = rule.scope;
    const weights =
      minGrams === undefined && maxGrams === undefined
        ? ''
        : `${minGrams === undefined ? '…' : format.weight(minGrams)} – ${maxGrams === undefined ? '…' : format.weight(maxGrams)}`;
    return [
      typeof rule.offListBp === 'number' ? t`${format.number(rule.offListBp / 100)} % off the list price` : '',
      rule.percentBp === 0 ? '' : `${rule.percentBp > 0 ? '+' : ''}${format.number(rule.percentBp / 100)} %`,
      rule.fixedMinor === 0 ? '' : `${rule.fixedMinor > 0 ? '+' : ''}${show(rule.fixedMinor)}`,
      rule.floorMinor === null ? '' : `≥ ${show(rule.floorMinor)}`,
      rule.capMinor === null ? '' : `≤ ${show(rule.capMinor)}`,
      ...(carriers ?? []),
      ...(services ?? []),
      ...(zones ?? []),
      weights,
      rule.firstDay === null && rule.lastDay === null ? '' : `${rule.firstDay ?? '…'} – ${rule.lastDay ?? '…'}`,
      rule.name,
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
}
