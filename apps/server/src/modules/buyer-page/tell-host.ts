/** What the people of a seller are told when their host becomes another company's. */
import type { Services } from '../../platform/services.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { MailData, MailLanguage, MailModule } from '../mail/index.ts';
import { peopleWith } from '../roles/index.ts';
import type { LosesHost } from '../tenants/index.ts';

export type HostMail = Pick<MailModule, 'queue' | 'soon' | 'links'>;

const PAGE = '/ecommerce/buyer-notices?tab=page';

const WORDS: Readonly<Record<MailLanguage, (host: string) => readonly [subject: string, ...paragraphs: string[]]>> = {
  en: (host) => [
    `${host} does not lead to your tracking pages any more`,
    `Another company proved that ${host} is its own, and your record is not in the zone of the domain any more.`,
    `New links to your buyers lead to the host of your provider. Links to ${host} that were sent before do not open any more.`,
    'If the host is yours, remove the record of the other company from the zone, put yours back, then check it.',
  ],
  fr: (host) => [
    `${host} ne mène plus à vos pages de suivi`,
    `Une autre entreprise a prouvé que ${host} lui appartient, et votre enregistrement n’est plus dans la zone du domaine.`,
    `Les nouveaux liens envoyés à vos acheteurs mènent à l’hôte de votre fournisseur. Ceux déjà envoyés vers ${host} ne s’ouvrent plus.`,
    'Si l’hôte est à vous, retirez de la zone l’enregistrement de l’autre entreprise, remettez le vôtre, puis vérifiez-le.',
  ],
};
const BUTTON = { en: 'Tracking page', fr: 'Page de suivi' } as const;

function lostMail(language: MailLanguage, host: string, origin: string | undefined): MailData['notice'] {
  const [subject, ...paragraphs] = WORDS[language](host);
  const button = origin === undefined ? {} : { button: { label: BUTTON[language], link: `${origin}${PAGE}` } };
  return { subject, paragraphs, ...button };
}

export const tellWhoLoses =
  ({ db, clock, mail }: Pick<Services, 'db' | 'clock'> & { readonly mail: HostMail }): LosesHost =>
  async (tenantId, host, take) => {
    const { franchiseId, language, people } = await peopleWith(db, tenantId, 'stores.manage');
    const data = lostMail(language, host, await mail.links.of(franchiseId, undefined));
    const refs = await db.tenant({ tenantId }, async (tx): Promise<readonly JournalRef[]> => {
      if (!(await take(tx))) return [];
      const queued: JournalRef[] = [];
      for (const { userId, email } of people)
        queued.push(
          await mail.queue(
            tx,
            { tenantId, franchiseId, userId },
            { template: 'notice', to: email, language, data },
            clock.now(),
          ),
        );
      return queued;
    });
    mail.soon(refs);
  };
