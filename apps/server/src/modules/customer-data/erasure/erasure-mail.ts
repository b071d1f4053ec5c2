/** The mails to those who look after a customer that is to be erased: until when it can be stopped, and that it was. */
import { ERASURE_WAIT_DAYS } from '@scanship/contracts/network/customer-data';
import type { Database } from '../../../platform/database/database.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import type { MailModule } from '../../mail/index.ts';
import { longDayIn } from '../../reminders/index.ts';
import { companyOf } from '../../subscriptions/index.ts';

type Words = readonly [subject: string, ...paragraphs: string[]];
/** The day it begins, with the reason; or that it was withdrawn. */
export type ErasureNews = { readonly day: string; readonly reason: string } | 'withdrawn';

const english = (news: ErasureNews, day: string): Words =>
  news === 'withdrawn'
    ? ['Your company is not erased', 'The erasing of your company was withdrawn.']
    : [
        `Your company will be erased on ${day}`,
        `All accounts of your company are suspended now. In ${ERASURE_WAIT_DAYS} days its people, orders, products, labels and files are erased for good. The reason: ${news.reason}`,
        'If that is not what you want, or if you need a copy of your data, write to the company you buy from before that day.',
      ];

const french = (news: ErasureNews, day: string): Words =>
  news === 'withdrawn'
    ? ['Votre entreprise n’est pas effacée', 'L’effacement de votre entreprise a été retiré.']
    : [
        `Votre entreprise sera effacée le ${day}`,
        `Tous les comptes de votre entreprise sont suspendus. Dans ${ERASURE_WAIT_DAYS} jours, ses utilisateurs, commandes, produits, étiquettes et fichiers seront effacés définitivement. La raison : ${news.reason}`,
        'Si ce n’est pas ce que vous voulez, ou s’il vous faut une copie de vos données, écrivez avant ce jour à l’entreprise qui vous vend les étiquettes.',
      ];

/** To its people who see money, as everything about the company's standing. */
export async function tellCompany(
  { db, mail }: { readonly db: Database; readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'> },
  customerId: string,
  news: ErasureNews,
  now: Date,
): Promise<void> {
  const company = await companyOf({ db, mail }, customerId);
  const { language, franchiseId } = company;
  const day = news === 'withdrawn' ? '' : longDayIn(language, news.day);
  const [subject, ...paragraphs] = language === 'fr' ? french(news, day) : english(news, day);
  const refs = await db.tenant({ tenantId: customerId }, async (tx) => {
    const queued: JournalRef[] = [];
    for (const { userId, email } of company.people)
      queued.push(
        await mail.queue(
          tx,
          { tenantId: customerId, franchiseId, userId },
          { template: 'notice', to: email, language, data: { subject, paragraphs } },
          now,
        ),
      );
    return queued;
  });
  mail.soon(refs);
}
