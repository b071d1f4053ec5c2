/** What a change of a customer did, for the audit log: the customer by name, and each value that was and is. Pure. */
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { money, toDecimal } from '@scanship/domain/money/money';

const limitOf = ({ credit }: CustomerDetail): string => {
  if (!credit) return '';
  return credit.limitMinor === null
    ? '∞'
    : `${toDecimal(money(credit.limitMinor, credit.currency))} ${credit.currency}`;
};

const VALUES: Readonly<Record<string, (customer: CustomerDetail) => string>> = {
  customer: ({ name }) => name,
  state: ({ state }) => state,
  timeZone: ({ timeZone }) => timeZone,
  locale: ({ locale }) => locale,
  creditLimit: limitOf,
  termsDays: ({ credit }) => (credit ? `${credit.termsDays} d` : ''),
  group: ({ group }) => group?.name ?? '-',
  agent: ({ agent }) => agent?.name ?? '-',
};

/** "10.00 CAD -> 20.00 CAD" of each value that is another now. */
export function customerChanges(before: CustomerDetail, after: CustomerDetail): Readonly<Record<string, string>> {
  return {
    name: after.name,
    ...Object.fromEntries(
      Object.entries(VALUES).flatMap(([name, of]) => {
        const [was, is] = [of(before), of(after)];
        return was === is ? [] : [[name, `${was} -> ${is}`]];
      }),
    ),
  };
}
