/** A notice to owners as a mail. Pure. */
import type { OwnerNoticeKind } from '@scanship/contracts/network/owner-notices';
import type { MailData, MailLanguage } from '../mail/index.ts';
import { amountIn, longDayIn } from '../reminders/index.ts';
import type { Finding } from './findings.ts';

type Words = readonly [subject: string, text: string];

const whenEnglish = (days: number): string => ['today', 'tomorrow'][days] ?? `in ${days} days`;
const whenFrench = (days: number): string => ['aujourd’hui', 'demain'][days] ?? `dans ${days} jours`;

/** " CAD 40.00 by December 12, 2026". */
const promised = (language: MailLanguage, promise: Finding['promise'], by: string): string =>
  promise
    ? `${promise.amount ? ` ${amountIn(language, promise.amount)}` : ''}${by}${longDayIn(language, promise.promisedOn)}`
    : '';

type Facts = Pick<Finding, 'name' | 'amount' | 'promise'>;

const english = (kind: OwnerNoticeKind, { name, amount: some, promise }: Facts): Words => {
  const amount = some ?? 0;
  switch (kind) {
    case 'sign_up':
      return [
        `New sign-up: ${name}`,
        `${name} has signed up. It is prepaid until you allow more; look at its plan, credit and sales agent.`,
      ];
    case 'credit_limit':
      return amount >= 100
        ? [`${name} has reached its credit limit`, `${name} cannot buy labels until it pays or you raise the limit.`]
        : [
            `${name} has used ${amount} % of its credit limit`,
            `${name} has used ${amount} % of its credit limit. When nothing is left, no labels can be bought.`,
          ];
    case 'promise_broken':
      return [
        `Promise broken: ${name}`,
        `${name} promised to pay${promised('en', promise, ' by ')} and has not. A call may help.`,
      ];
    case 'carrier_down':
      return [
        `Carrier account down: ${name}`,
        `The carrier account ${name} does not work: it is broken, or its last calls were not answered. Until it works again, no labels can be bought with it.`,
      ];
    case 'expiring':
      return amount < 0
        ? [
            `Registration expired: ${name}`,
            `The registration of ${name} has expired. Renew it at the vendor and enter the new values.`,
          ]
        : [
            `Registration expires: ${name}`,
            `The registration of ${name} expires ${whenEnglish(amount)}. Renew it at the vendor and enter the new values before that.`,
          ];
    case 'labels_unknown':
      return amount === 1
        ? [
            `1 label at ${name} is not known here`,
            `The carrier of ${name} has, or charges, 1 label that nobody bought here. If nobody needs it, void it on the carrier’s website.`,
          ]
        : [
            `${amount} labels at ${name} are not known here`,
            `The carrier of ${name} has, or charges, ${amount} labels that nobody bought here. Void those that nobody needs on the carrier’s website.`,
          ];
    case 'labels_on_hold':
      return [
        `Carrier account on hold: ${name}`,
        `The database went back in time, and labels bought with ${name} may be missing here. Nothing is bought with this account until somebody has compared them and confirmed.`,
      ];
  }
};

const french = (kind: OwnerNoticeKind, { name, amount: some, promise }: Facts): Words => {
  const amount = some ?? 0;
  switch (kind) {
    case 'sign_up':
      return [
        `Nouvelle inscription : ${name}`,
        `${name} s’est inscrit. Ce client est prépayé tant que vous n’accordez pas davantage; vérifiez son forfait, son crédit et son représentant.`,
      ];
    case 'credit_limit':
      return amount >= 100
        ? [
            `${name} a atteint sa limite de crédit`,
            `${name} ne peut plus acheter d’étiquettes avant d’avoir payé ou que vous ayez relevé la limite.`,
          ]
        : [
            `${name} a utilisé ${amount} % de sa limite de crédit`,
            `${name} a utilisé ${amount} % de sa limite de crédit. Quand il n’en reste rien, aucune étiquette ne peut être achetée.`,
          ];
    case 'promise_broken':
      return [
        `Promesse non tenue : ${name}`,
        `${name} avait promis de payer${promised('fr', promise, ' au plus tard le ')} et ne l’a pas fait. Un appel pourrait aider.`,
      ];
    case 'carrier_down':
      return [
        `Compte de transporteur en panne : ${name}`,
        `Le compte de transporteur ${name} ne fonctionne pas : il est défaillant, ou ses derniers appels sont restés sans réponse. Tant qu’il n’est pas rétabli, aucune étiquette ne peut être achetée avec lui.`,
      ];
    case 'expiring':
      return amount < 0
        ? [
            `Enregistrement expiré : ${name}`,
            `L’enregistrement de ${name} a expiré. Renouvelez-le chez le fournisseur et saisissez les nouvelles valeurs.`,
          ]
        : [
            `L’enregistrement expire : ${name}`,
            `L’enregistrement de ${name} expire ${whenFrench(amount)}. Renouvelez-le d’ici là chez le fournisseur et saisissez les nouvelles valeurs.`,
          ];
    case 'labels_unknown':
      return amount === 1
        ? [
            `1 étiquette chez ${name} n’est pas connue ici`,
            `Le transporteur de ${name} a, ou facture, 1 étiquette que personne n’a achetée ici. Si personne n’en a besoin, annulez-la sur le site du transporteur.`,
          ]
        : [
            `${amount} étiquettes chez ${name} ne sont pas connues ici`,
            `Le transporteur de ${name} a, ou facture, ${amount} étiquettes que personne n’a achetées ici. Annulez celles dont personne n’a besoin sur le site du transporteur.`,
          ];
    case 'labels_on_hold':
      return [
        `Compte de transporteur en attente : ${name}`,
        `La base de données est revenue en arrière, et des étiquettes achetées avec ${name} peuvent manquer ici. Rien n’est acheté avec ce compte tant que personne ne les a comparées et n’a confirmé.`,
      ];
  }
};

const OFF = {
  en: 'Choose which of these notices you get under Account, By e-mail.',
  fr: 'Choisissez les avis que vous recevez sous Compte, Par courriel.',
} as const;
const BUTTON = { en: 'Open', fr: 'Ouvrir' } as const;

/** @param link to the page where one acts, where the site's address is known */
export function noticeMail(
  language: MailLanguage,
  kind: OwnerNoticeKind,
  facts: Facts,
  link: string | undefined,
): MailData['notice'] {
  const [subject, text] = (language === 'fr' ? french : english)(kind, facts);
  return {
    subject,
    paragraphs: [text, OFF[language]],
    ...(link === undefined ? {} : { button: { label: BUTTON[language], link } }),
  };
}
