/** The customers that match as CSV, with what the list shows of them; money only for who sees it there. */
import type { CustomerSummary } from '@scanship/contracts/network/customers';
import { streamCsv } from '@scanship/documents/tables/table-stream';
import type { TableValue } from '@scanship/documents/tables/table-writer';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { type CustomerFilter, listCustomers } from './read-customers.ts';

const PAGE = 200;

const WORDS = {
  en: {
    name: 'Customer',
    state: 'State',
    plan: 'Plan',
    group: 'Group',
    agent: 'Sales agent',
    people: 'People',
    since: 'Customer since',
    labels: 'Labels, 30 days',
    spend: 'Spend, 30 days',
    margin: 'Margin, 30 days',
    currency: 'Currency',
    last: 'Last label',
    active: 'Active',
    suspended: 'Suspended',
    restricted: 'May not ship',
  },
  fr: {
    name: 'Client',
    state: 'État',
    plan: 'Forfait',
    group: 'Groupe',
    agent: 'Représentant',
    people: 'Personnes',
    since: 'Client depuis',
    labels: 'Étiquettes, 30 jours',
    spend: 'Dépenses, 30 jours',
    margin: 'Marge, 30 jours',
    currency: 'Devise',
    last: 'Dernière étiquette',
    active: 'Actif',
    suspended: 'Suspendu',
    restricted: 'Ne peut pas expédier',
  },
} as const;
type Words = (typeof WORDS)['en' | 'fr'];

type Column = readonly [header: string, of: (customer: CustomerSummary) => TableValue];

const stateOf = ({ state, restriction }: CustomerSummary, words: Words): string =>
  state === 'suspended' ? words.suspended : restriction ? words.restricted : words.active;

const columnsFor = (ctx: RequestContext, words: Words): readonly Column[] => {
  const day = (at: string | null): string | null => (at === null ? null : dayIn(new Date(at), ctx.timeZone));
  const amount = (of: CustomerSummary['figures']['margin30']): number | null =>
    of && Number(toDecimal(money(of.minor, of.currency)));
  const seesCost = ctx.rights.has('rates.see-cost');
  const seesMoney = seesCost || ctx.rights.has('money.view');
  return [
    [words.name, ({ name }) => name],
    [words.state, (customer) => stateOf(customer, words)],
    [words.plan, ({ plan }) => plan],
    [words.group, ({ group }) => group?.name ?? null],
    [words.agent, ({ agent }) => agent?.name ?? null],
    [words.people, ({ people }) => people],
    [words.since, ({ createdAt }) => day(createdAt)],
    [words.labels, ({ figures }) => figures.labels30],
    ...(seesMoney ? [[words.spend, ({ figures }) => amount(figures.spend30)] satisfies Column] : []),
    ...(seesCost ? [[words.margin, ({ figures }) => amount(figures.margin30)] satisfies Column] : []),
    ...(seesMoney ? [[words.currency, ({ figures }) => figures.spend30.currency] satisfies Column] : []),
    [words.last, ({ figures }) => day(figures.lastLabelAt)],
  ];
};

export function customersFile(
  db: Database,
  ctx: RequestContext,
  filter: Omit<CustomerFilter, 'page' | 'size'>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const columns = columnsFor(ctx, WORDS[ctx.locale.startsWith('fr') ? 'fr' : 'en']);
  async function* lines() {
    for (let page = 1; ; page += 1) {
      const { customers, total } = await listCustomers(db, ctx, { ...filter, page, size: PAGE }, now);
      for (const customer of customers) yield columns.map(([, of]) => of(customer));
      if (customers.length === 0 || page * PAGE >= total) return;
    }
  }
  return streamCsv(
    columns.map(([header]) => header),
    lines(),
  );
}
