/** The mail about a seller's own sender, when it begins and stops to be used. Pure. */
import type { MailData, MailLanguage } from '../../mail/index.ts';
import type { SenderRow } from './sender-rows.ts';

type Named = Pick<SenderRow, 'address' | 'domain'>;
type Words = readonly [subject: string, ...paragraphs: string[]];

const english = (state: 'proved' | 'broken', { address, domain }: Named): Words =>
  state === 'broken'
    ? [
        `Notices to your buyers do not come from ${address} any more`,
        `The signing key is not published at ${domain} any more. Notices to your buyers come from the address of your provider instead; none is lost.`,
        'Put the DKIM record back into the zone of the domain, then check it.',
      ]
    : [
        `Notices to your buyers come from ${address}`,
        `The record of ${domain} was found. Notices to your buyers come from ${address}.`,
      ];

const french = (state: 'proved' | 'broken', { address, domain }: Named): Words =>
  state === 'broken'
    ? [
        `Vos avis aux acheteurs ne partent plus de ${address}`,
        `La clé de signature n’est plus publiée dans le domaine ${domain}. Vos avis aux acheteurs partent de l’adresse de votre fournisseur; aucun n’est perdu.`,
        'Remettez l’enregistrement DKIM dans la zone du domaine, puis vérifiez-le.',
      ]
    : [
        `Vos avis aux acheteurs partent de ${address}`,
        `L’enregistrement du domaine ${domain} a été trouvé. Vos avis aux acheteurs partent de ${address}.`,
      ];

const BUTTON = { en: 'Sender', fr: 'Expéditeur' } as const;

/** @param link to the page where one acts, where the site's address is known */
export function senderMail(
  language: MailLanguage,
  state: 'proved' | 'broken',
  row: Named,
  link: string | undefined,
): MailData['notice'] {
  const [subject, ...paragraphs] = (language === 'fr' ? french : english)(state, row);
  return { subject, paragraphs, ...(link === undefined ? {} : { button: { label: BUTTON[language], link } }) };
}
