/** The words of the mails about a plan. */
import type { Money } from '@scanship/domain/money/money';
import { toDecimal } from '@scanship/domain/money/money';
import type { MailData, MailLanguage } from '../mail/index.ts';

export type News =
  | { readonly kind: 'past-due'; readonly planName: string; readonly owed: Money; readonly until: string }
  | { readonly kind: 'stopped'; readonly planName: string; readonly owed: Money }
  | {
      readonly kind: 'nearly-used';
      readonly planName: string;
      readonly used: number;
      readonly allowance: number;
      readonly until: string;
    }
  | {
      readonly kind: 'used';
      readonly planName: string;
      readonly allowance: number;
      readonly until: string;
      /** For each label above; null: none are sold. */
      readonly overage: Money | null;
    };

type Words = readonly [subject: string, ...paragraphs: string[]];

const amount = (money: Money): string => `${toDecimal(money)} ${money.currency}`;

const english = (news: News): Words => {
  switch (news.kind) {
    case 'past-due':
      return [
        `The fee of your plan ${news.planName} is overdue`,
        `${amount(news.owed)} of your plan ${news.planName} is overdue.`,
        `Pay it under Billing. Labels can be bought until ${news.until}; after that they wait until the fee is paid. Nothing of yours is lost.`,
      ];
    case 'stopped':
      return [
        'No labels can be bought until the fee of your plan is paid',
        `${amount(news.owed)} of your plan ${news.planName} is still open, and the days of grace are over.`,
        'Pay it under Billing; labels can be bought again at once. Your orders, stores and settings stay as they are.',
      ];
    case 'nearly-used':
      return [
        `${news.used} of ${news.allowance} labels of your plan are used`,
        `Your plan ${news.planName} allows ${news.allowance} labels until ${news.until}; ${news.used} are used.`,
        'A larger plan applies immediately; you find it under Billing, Plan.',
      ];
    case 'used':
      return [
        `All ${news.allowance} labels of your plan are used`,
        `Your plan ${news.planName} allows ${news.allowance} labels until ${news.until}, and all are used.`,
        news.overage
          ? `Each further label costs ${amount(news.overage)} beside its postage. A larger plan applies immediately; you find it under Billing, Plan.`
          : 'Further labels need a larger plan; it applies immediately, and you find it under Billing, Plan.',
      ];
  }
};

const french = (news: News): Words => {
  switch (news.kind) {
    case 'past-due':
      return [
        `Les frais de votre forfait ${news.planName} sont en retard`,
        `${amount(news.owed)} de votre forfait ${news.planName} sont en retard.`,
        `Payez sous Facturation. Des étiquettes peuvent être achetées jusqu’au ${news.until}; ensuite, elles attendent le paiement. Rien n’est perdu.`,
      ];
    case 'stopped':
      return [
        'Aucune étiquette ne peut être achetée avant le paiement de votre forfait',
        `${amount(news.owed)} de votre forfait ${news.planName} restent à payer, et le délai de grâce est écoulé.`,
        'Payez sous Facturation; des étiquettes peuvent alors être achetées tout de suite. Vos commandes, magasins et paramètres restent tels quels.',
      ];
    case 'nearly-used':
      return [
        `${news.used} des ${news.allowance} étiquettes de votre forfait sont utilisées`,
        `Votre forfait ${news.planName} comprend ${news.allowance} étiquettes jusqu’au ${news.until}; ${news.used} sont utilisées.`,
        'Un forfait supérieur s’applique tout de suite; vous le trouvez sous Facturation, Forfait.',
      ];
    case 'used':
      return [
        `Les ${news.allowance} étiquettes de votre forfait sont utilisées`,
        `Votre forfait ${news.planName} comprend ${news.allowance} étiquettes jusqu’au ${news.until}, et toutes sont utilisées.`,
        news.overage
          ? `Chaque étiquette de plus coûte ${amount(news.overage)} en plus de l’affranchissement. Un forfait supérieur s’applique tout de suite; vous le trouvez sous Facturation, Forfait.`
          : 'D’autres étiquettes demandent un forfait supérieur; il s’applique tout de suite, sous Facturation, Forfait.',
      ];
  }
};

export const planMail = (language: MailLanguage, news: News, link: string | undefined): MailData['notice'] => {
  const [subject, ...paragraphs] = language === 'fr' ? french(news) : english(news);
  const label = language === 'fr' ? 'Voir le forfait' : 'See the plan';
  return { subject, paragraphs, ...(link === undefined ? {} : { button: { label, link } }) };
};
