/** The mails about a restriction, to those who look after the customer's money. */
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { MailData, MailLanguage, MailModule } from '../mail/index.ts';
import type { Company } from '../subscriptions/index.ts';
import type { Restriction } from './restriction.ts';

type News = Pick<Restriction, 'reason' | 'untilPaid'> | 'lifted';
type Words = readonly [subject: string, ...paragraphs: string[]];

const english = (news: News): Words =>
  news === 'lifted'
    ? ['You can ship again', 'Nothing stops the shipping of your company any more: labels can be bought at once.']
    : [
        'Shipping is stopped for your company',
        `No labels can be bought and no rates asked for. The reason: ${news.reason}`,
        news.untilPaid
          ? 'Pay what is open under Billing; then shipping resumes automatically.'
          : 'Ask the company you buy from what it takes to go on.',
        'You can sign in, look at everything, export it and pay. Orders of your stores keep coming, and parcels on their way are followed.',
      ];

const french = (news: News): Words =>
  news === 'lifted'
    ? [
        'Vous pouvez expédier de nouveau',
        'Plus rien n’arrête les expéditions de votre entreprise : achetez vos étiquettes dès maintenant.',
      ]
    : [
        'Les expéditions de votre entreprise sont arrêtées',
        `Aucune étiquette ne peut être achetée, aucun tarif demandé. La raison : ${news.reason}`,
        news.untilPaid
          ? 'Payez ce qui est dû sous Facturation; les expéditions reprennent alors d’elles-mêmes.'
          : 'Demandez à l’entreprise qui vous vend les étiquettes ce qu’il faut pour continuer.',
        'Vous pouvez vous connecter, tout consulter, exporter et payer. Les commandes de vos magasins continuent d’arriver, et les colis en route sont suivis.',
      ];

const mailOf = (language: MailLanguage, news: News, origin: string | undefined): MailData['notice'] => {
  const [subject, ...paragraphs] = language === 'fr' ? french(news) : english(news);
  const label = news === 'lifted' ? { en: 'Orders', fr: 'Commandes' } : { en: 'Billing', fr: 'Facturation' };
  const path = news === 'lifted' ? '/ecommerce/orders' : '/account/billing';
  return {
    subject,
    paragraphs,
    ...(origin === undefined ? {} : { button: { label: label[language], link: `${origin}${path}` } }),
  };
};

/** Queued in the caller's transaction, which works as the customer afterwards. */
export async function tellCompany(
  mail: Pick<MailModule, 'queue'>,
  tx: Tx,
  company: Company,
  news: News,
  now: Date,
): Promise<readonly JournalRef[]> {
  await actAs(tx, { role: 'app_tenant', tenantId: company.customerId });
  const data = mailOf(company.language, news, company.origin);
  const refs: JournalRef[] = [];
  for (const { userId, email } of company.people)
    refs.push(
      await mail.queue(
        tx,
        { tenantId: company.customerId, franchiseId: company.franchiseId, userId },
        { template: 'notice', to: email, language: company.language, data },
        now,
      ),
    );
  return refs;
}
