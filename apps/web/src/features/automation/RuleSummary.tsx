import { useLingui as useI18n } from '@lingui/react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type {
  AutomationOptions,
  ConditionDto,
  RuleActionDto,
  RuleDto,
  SimpleConditionDto,
} from '@scanship/contracts/shipping/automation';
import type { InsuranceWish, ServiceChoice } from '@scanship/domain/automation/automation';
import { useFormat } from '../../app/use-format.ts';
import { useCountries } from '../products/model/use-countries.ts';
import {
  ACTION_WORDS,
  ADDRESS_KIND_WORDS,
  FIELD_WORDS,
  NUMBER_OPERATOR_WORDS,
  PICK_WORDS,
  SIGNATURE_WORDS,
  SOURCE_WORDS,
  WORD_OPERATOR_WORDS,
} from './automation-words.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
const nameOf = (list: readonly Named[], id: string): string => list.find((each) => each.id === id)?.name ?? '?';

/** "UPS Standard", "Canada Post". */
export function serviceName(options: AutomationOptions, { carrier, grantId, service }: ServiceChoice): string {
  const accounts = options.accounts.filter(
    (each) => each.carrier === carrier && (grantId === null || each.grantId === grantId),
  );
  const name = grantId === null ? (accounts[0]?.carrierName ?? carrier) : (accounts[0]?.name ?? carrier);
  const title = accounts.flatMap((each) => each.services).find((each) => each.code === service)?.name ?? service;
  return title === null ? name : `${name} ${title}`;
}

/** Says insurance in words. */
export function useInsuranceWord(): (wish: InsuranceWish) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (wish) =>
    wish.mode === 'none'
      ? t`not insured`
      : wish.mode === 'amount'
        ? format.money(wish.amount)
        : t`for the value of the goods`;
}

/** A rule in two lines: when, and then what. */
export function RuleSummary({
  rule,
  options,
  presets,
}: {
  readonly rule: RuleDto;
  readonly options: AutomationOptions;
  readonly presets: readonly Named[];
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const insurance = useInsuranceWord();
  const countries = useCountries();
  const valueOf = (condition: Extract<SimpleConditionDto, { values: string[] }>): string =>
    condition.values
      .map((value) => {
        if (condition.field === 'country') return countries.nameOf(value);
        if (condition.field === 'store') return nameOf(options.stores, value);
        if (condition.field === 'location') return nameOf(options.locations, value);
        const words: Readonly<Record<string, (typeof SOURCE_WORDS)['store']>> =
          condition.field === 'addressKind' ? ADDRESS_KIND_WORDS : condition.field === 'source' ? SOURCE_WORDS : {};
        const word = words[value];
        return word ? i18n._(word) : value;
      })
      .join(', ');
  const joinedBy = (match: RuleDto['match'], said: readonly string[]): string =>
    said.join(match === 'any' ? ` ${t`or`} ` : ` ${t`and`} `);
  const say = (condition: ConditionDto): string => {
    if ('conditions' in condition) return `(${joinedBy(condition.match, condition.conditions.map(say))})`;
    const field = i18n._(FIELD_WORDS[condition.field]);
    if ('yes' in condition) return condition.yes ? field : t`not: ${field}`;
    if ('values' in condition) return `${field} ${i18n._(WORD_OPERATOR_WORDS[condition.op])} ${valueOf(condition)}`;
    const number = (n: number): string => {
      if (condition.field === 'weight') return format.weight(n);
      return condition.field === 'total'
        ? format.money({ minor: n, currency: condition.currency ?? options.currency })
        : format.number(n);
    };
    const upper = condition.op === 'between' && typeof condition.to === 'number' ? ` – ${number(condition.to)}` : '';
    return `${field} ${i18n._(NUMBER_OPERATOR_WORDS[condition.op])} ${number(condition.value)}${upper}`;
  };
  const act = (action: RuleActionDto): string => {
    const word = i18n._(ACTION_WORDS[action.do]);
    switch (action.do) {
      case 'service': {
        const names = action.services.map((each) => serviceName(options, each)).join(', ');
        return action.services.length > 1
          ? `${word}: ${names} (${i18n._(PICK_WORDS[action.pick])})`
          : `${word}: ${names}`;
      }
      case 'account':
        return `${word}: ${action.grantIds.map((id) => options.accounts.find((each) => each.grantId === id)?.name ?? '?').join(', ')}`;
      case 'package':
        return `${word}: ${nameOf(options.packages, action.packageId)}`;
      case 'location':
        return `${word}: ${nameOf(options.locations, action.locationId)}`;
      case 'preset':
        return `${word}: ${nameOf(presets, action.presetId)}`;
      case 'insurance':
        return `${word}: ${insurance(action.insurance)}`;
      case 'signature':
        return `${word}: ${i18n._(SIGNATURE_WORDS[action.signature])}`;
      case 'hold': {
        const { until } = action;
        const end =
          until == null
            ? ''
            : 'day' in until
              ? t`until ${format.day(until.day)}`
              : t`${plural(until.days, { one: 'for # day', other: 'for # days' })}`;
        return `${word}: ${action.reason}${end === '' ? '' : `, ${end}`}`;
      }
      case 'tag':
        return `${word}: ${action.tags.join(', ')}`;
      case 'verify':
      case 'stop':
        return word;
    }
  };
  const joined = joinedBy(rule.match, rule.conditions.map(say));
  return (
    <dl className="rule-summary small">
      <dt>{t`When`}</dt>
      <dd>{joined === '' ? t`every order` : joined}</dd>
      <dt>{t`Then`}</dt>
      <dd>{rule.actions.map(act).join(' · ')}</dd>
    </dl>
  );
}
