/** Whoever looks after a customer's money is told by mail; the pages show the same as long as it holds. */
import type { Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { MailLanguage, MailModule } from '../mail/index.ts';
import { readRoles } from '../roles/index.ts';
import { readMembers } from '../users/index.ts';
import { type News, planMail } from './tell-words.ts';

export interface Company {
  readonly customerId: string;
  readonly franchiseId: string;
  readonly language: MailLanguage;
  readonly people: readonly { readonly userId: string; readonly email: string }[];
  /** Of the links in its mails. */
  readonly origin: string | undefined;
  readonly link: string | undefined;
}

/** Those of a customer who see money and have proved their address. */
export async function companyOf(
  { db, mail }: Pick<Services, 'db'> & { readonly mail: Pick<MailModule, 'links'> },
  customerId: string,
): Promise<Company> {
  const tenant = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['realm_id', 'locale', 'plan_code'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow(),
  );
  const roles = await db.tenant({ tenantId: customerId }, (tx) => readRoles(tx, customerId, tenant.plan_code ?? ''));
  const members = await db.identity({ realmId: tenant.realm_id }, (tx) =>
    readMembers(tx, { realmId: tenant.realm_id, tenantId: customerId }),
  );
  const paying = new Set(roles.filter(({ rights }) => rights.has('money.view')).map(({ id }) => id));
  const origin = await mail.links.of(tenant.realm_id, undefined);
  return {
    customerId,
    franchiseId: tenant.realm_id,
    language: tenant.locale.startsWith('fr') ? 'fr' : 'en',
    people: members
      .filter((each) => each.state === 'active' && each.verified_at !== null && paying.has(each.role_id))
      .map((each) => ({ userId: each.id, email: each.email })),
    origin,
    link: origin === undefined ? undefined : `${origin}/account/billing/plan`,
  };
}

/** @param once what this is about; a second mail about the same is none */
export async function tell(
  mail: Pick<MailModule, 'queue'>,
  tx: Tx,
  company: Company,
  news: News,
  once: string,
  now: Date,
): Promise<readonly JournalRef[]> {
  const data = planMail(company.language, news, company.link);
  const refs: JournalRef[] = [];
  for (const { userId, email } of company.people)
    refs.push(
      await mail.queue(
        tx,
        { tenantId: company.customerId, franchiseId: company.franchiseId, userId },
        { template: 'notice', to: email, language: company.language, data, once: `plan/${once}/${userId}` },
        now,
      ),
    );
  return refs;
}
