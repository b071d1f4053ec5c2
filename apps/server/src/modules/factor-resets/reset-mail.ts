/** What a person is told of the reset of their second factor. Pure. */
import { FACTOR_RESET_HOURS } from '@scanship/contracts/access/factor-resets';
import type { MailData, MailLanguage } from '../mail/index.ts';

export interface AskedMail {
  readonly userName: string;
  readonly reason: string;
  /** Of the page that stops it; undefined where no address of the site is known. */
  readonly stopLink: string | undefined;
}

const BUTTON = { en: 'Stop it: it was not me', fr: 'Arrêter : ce n’était pas moi' } as const;

export const askedMail = (language: MailLanguage, { userName, reason, stopLink }: AskedMail): MailData['notice'] => {
  const words = {
    en: {
      subject: 'Your second factor is about to be removed',
      paragraphs: [
        `Support asked that the second factor of the account “${userName}” is removed. The reason: ${reason}`,
        `It is done as soon as a second person confirms it, in ${FACTOR_RESET_HOURS} hours at the latest. After that you sign in with your password alone, and can set up a new second factor.`,
        'If you did not ask for this, stop it with the button, then choose a new password.',
      ],
    },
    fr: {
      subject: 'Votre deuxième facteur va être retiré',
      paragraphs: [
        `L’équipe de soutien a demandé de retirer le deuxième facteur du compte « ${userName} ». La raison : ${reason}`,
        `Cela se fait dès qu’une deuxième personne le confirme, au plus tard dans ${FACTOR_RESET_HOURS} heures. Vous vous connecterez ensuite avec votre mot de passe seul et pourrez choisir un nouveau deuxième facteur.`,
        'Si vous n’avez rien demandé, arrêtez la demande avec le bouton, puis choisissez un nouveau mot de passe.',
      ],
    },
  }[language];
  return {
    ...words,
    ...(stopLink === undefined ? {} : { button: { label: BUTTON[language], link: stopLink } }),
  };
};

export const endedMail = (language: MailLanguage, how: 'done' | 'stopped' | 'withdrawn'): MailData['notice'] => {
  const words = {
    en: {
      done: [
        'Your second factor was removed',
        'The second factor of your account and its recovery codes were removed, and all your devices were signed out. Sign in with your password and set up a new second factor in the account settings.',
        'If you did not ask for this, tell your administrator at once and choose a new password.',
      ],
      stopped: ['Your second factor stays', 'The reset was stopped by the link of the mail. Nothing changed.'],
      withdrawn: ['Your second factor stays', 'Support took the reset back. Nothing changed.'],
    },
    fr: {
      done: [
        'Votre deuxième facteur a été retiré',
        'Le deuxième facteur de votre compte et ses codes de récupération ont été retirés, et tous vos appareils ont été déconnectés. Connectez-vous avec votre mot de passe et choisissez un nouveau deuxième facteur dans les paramètres du compte.',
        'Si vous n’avez rien demandé, prévenez tout de suite votre administrateur et choisissez un nouveau mot de passe.',
      ],
      stopped: ['Votre deuxième facteur reste', 'La demande a été arrêtée par le lien du courriel. Rien n’a changé.'],
      withdrawn: ['Votre deuxième facteur reste', 'L’équipe de soutien a retiré sa demande. Rien n’a changé.'],
    },
  } as const;
  const [subject, ...paragraphs] = words[language][how];
  return { subject, paragraphs };
};
