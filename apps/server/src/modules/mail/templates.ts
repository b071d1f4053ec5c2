/** The words of every mail, in English and French. Codes, links and names are put in as they are; the layout escapes them. */
import type { MailTemplate } from '@scanship/contracts/network/mail-outbox';
import type { LocalMoment, MailData, MailLanguage } from './mail.ts';
import type { MailBlock, MailContent } from './mail-content.ts';
import { oneLine } from './mail-content.ts';

interface Frame {
  readonly brandName: string;
  readonly language: MailLanguage;
}
type Write<T extends MailTemplate> = (data: MailData[T], frame: Frame) => MailContent;

const text = (words: string): MailBlock => ({ kind: 'text', text: words });
const small = (words: string): MailBlock => ({ kind: 'small', text: words });
const code = (digits: string): MailBlock => ({ kind: 'code', code: digits });
const button = (label: string, link: string): MailBlock => ({ kind: 'button', label, link });

const moment = ({ at, timeZone }: LocalMoment, language: MailLanguage): string =>
  new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(at));

const content = (subject: string, preview: string, ...blocks: readonly MailBlock[]): MailContent => ({
  subject: oneLine(subject),
  preview: oneLine(preview),
  heading: oneLine(subject),
  blocks,
});

const NOT_ME = {
  en: 'If this was not you, choose a new password at once and look through your sessions in the account settings.',
  fr: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et vérifiez vos sessions dans les paramètres du compte.',
} as const;
const IGNORE = {
  en: 'If you did not ask for this, you can ignore this mail: nothing changes without the code.',
  fr: 'Si vous n’avez rien demandé, ignorez ce courriel : rien ne change sans le code.',
} as const;

const FACTOR_CHANGES: Readonly<
  Record<MailData['second_factor_changed']['change'], Readonly<Record<MailLanguage, (detail: string) => string>>>
> = {
  totp_added: {
    en: () => 'An authenticator app was added to your account. Signing in now asks for its code.',
    fr: () =>
      'Une application d’authentification a été ajoutée à votre compte. La connexion demande maintenant son code.',
  },
  totp_removed: {
    en: () => 'The authenticator app was removed from your account.',
    fr: () => 'L’application d’authentification a été retirée de votre compte.',
  },
  passkey_added: {
    en: (name) => `The passkey “${name}” was added to your account.`,
    fr: (name) => `La clé d’accès « ${name} » a été ajoutée à votre compte.`,
  },
  passkey_removed: {
    en: (name) => `The passkey “${name}” was removed from your account.`,
    fr: (name) => `La clé d’accès « ${name} » a été retirée de votre compte.`,
  },
  recovery_renewed: {
    en: () => 'New recovery codes were made for your account. The old ones do not work any more.',
    fr: () => 'De nouveaux codes de secours ont été créés pour votre compte. Les anciens ne fonctionnent plus.',
  },
  recovery_used: {
    en: (left) => `A recovery code was used to sign in to your account. Codes left: ${left}.`,
    fr: (left) => `Un code de secours a servi à se connecter à votre compte. Codes restants : ${left}.`,
  },
};

const WORDS: { readonly [T in MailTemplate]: Readonly<Record<MailLanguage, Write<T>>> } = {
  verify_account: {
    en: (d, { brandName }) =>
      content(
        `${d.code} is your verification code`,
        `Verify your ${brandName} account`,
        text(`Welcome to ${brandName}. Enter this code to verify the account “${d.userName}”:`),
        code(d.code),
        text('Or open this link:'),
        button('Verify my account', d.link),
        small(`The code is good for ${d.minutes} minutes, the link for a day. ${IGNORE.en}`),
      ),
    fr: (d, { brandName }) =>
      content(
        `${d.code} est votre code de vérification`,
        `Vérifiez votre compte ${brandName}`,
        text(`Bienvenue chez ${brandName}. Entrez ce code pour vérifier le compte « ${d.userName} » :`),
        code(d.code),
        text('Ou ouvrez ce lien :'),
        button('Vérifier mon compte', d.link),
        small(`Le code est valable ${d.minutes} minutes, le lien une journée. ${IGNORE.fr}`),
      ),
  },
  already_registered: {
    en: (d, { brandName }) =>
      content(
        `You already have a ${brandName} account`,
        'Somebody signed up with your e-mail address',
        text(
          `Somebody, perhaps you, signed up at ${brandName} with this e-mail address, which already has an account.`,
        ),
        text('You can sign in with it, or choose a new password if you have forgotten yours.'),
        button('Sign in', d.signInLink),
        button('Choose a new password', d.resetLink),
        small('If it was not you, you need not do anything: nobody can use your address without its mails.'),
      ),
    fr: (d, { brandName }) =>
      content(
        `Vous avez déjà un compte ${brandName}`,
        'Quelqu’un s’est inscrit avec votre adresse courriel',
        text(`Quelqu’un, peut-être vous, s’est inscrit chez ${brandName} avec cette adresse, qui a déjà un compte.`),
        text('Vous pouvez vous connecter, ou choisir un nouveau mot de passe si vous avez oublié le vôtre.'),
        button('Se connecter', d.signInLink),
        button('Choisir un nouveau mot de passe', d.resetLink),
        small(
          'Si ce n’était pas vous, vous n’avez rien à faire : personne ne peut utiliser votre adresse sans ses courriels.',
        ),
      ),
  },
  reset_password: {
    en: (d, { brandName }) =>
      content(
        `Choose a new password for ${brandName}`,
        'The link works once',
        text(`A new password was asked for, for the account “${d.userName}”.`),
        button('Choose a new password', d.link),
        small(
          `The link works once, within ${d.minutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
        ),
      ),
    fr: (d, { brandName }) =>
      content(
        `Choisissez un nouveau mot de passe pour ${brandName}`,
        'Le lien ne sert qu’une fois',
        text(`Un nouveau mot de passe a été demandé pour le compte « ${d.userName} ».`),
        button('Choisir un nouveau mot de passe', d.link),
        small(
          `Le lien sert une seule fois, dans les ${d.minutes} minutes. Si vous n’avez rien demandé, ignorez ce courriel : votre mot de passe reste le même.`,
        ),
      ),
  },
  sign_in_code: {
    en: (d, { brandName }) =>
      content(
        `${d.code} is your sign-in code`,
        `Sign in to ${brandName}`,
        text(
          'Enter this code to go on signing in. It is asked for because somebody has been guessing at your password.',
        ),
        code(d.code),
        text(`Device: ${d.device || 'unknown'}, address ${d.ip}.`),
        small(`Good for ${d.minutes} minutes. If this was not you, somebody knows your password: choose a new one.`),
      ),
    fr: (d, { brandName }) =>
      content(
        `${d.code} est votre code de connexion`,
        `Connexion à ${brandName}`,
        text(
          'Entrez ce code pour terminer la connexion. Il est demandé parce que quelqu’un a essayé de deviner votre mot de passe.',
        ),
        code(d.code),
        text(`Appareil : ${d.device || 'inconnu'}, adresse ${d.ip}.`),
        small(
          `Valable ${d.minutes} minutes. Si ce n’était pas vous, quelqu’un connaît votre mot de passe : choisissez-en un nouveau.`,
        ),
      ),
  },
  confirm_email: {
    en: (d) =>
      content(
        `${d.code} confirms your new e-mail address`,
        'Enter it in the account settings',
        text('Enter this code in the account settings to use this e-mail address from now on:'),
        code(d.code),
        small(`Good for ${d.minutes} minutes. ${IGNORE.en}`),
      ),
    fr: (d) =>
      content(
        `${d.code} confirme votre nouvelle adresse courriel`,
        'Entrez-le dans les paramètres du compte',
        text('Entrez ce code dans les paramètres du compte pour utiliser désormais cette adresse :'),
        code(d.code),
        small(`Valable ${d.minutes} minutes. ${IGNORE.fr}`),
      ),
  },
  email_changing: {
    en: (d) =>
      content(
        'Your e-mail address is about to change',
        `To ${d.newEmail}`,
        text(
          `It was asked to change the e-mail address of your account to ${d.newEmail}. It changes when the code sent there is entered.`,
        ),
        small(NOT_ME.en),
      ),
    fr: (d) =>
      content(
        'Votre adresse courriel va changer',
        `Pour ${d.newEmail}`,
        text(
          `On a demandé de remplacer l’adresse courriel de votre compte par ${d.newEmail}. Elle change quand le code envoyé là-bas est entré.`,
        ),
        small(NOT_ME.fr),
      ),
  },
  email_changed: {
    en: (d) =>
      content(
        'Your e-mail address was changed',
        `Now ${d.newEmail}`,
        text(`The e-mail address of your account is now ${d.newEmail}. Mails do not come to this address any more.`),
        small(NOT_ME.en),
      ),
    fr: (d) =>
      content(
        'Votre adresse courriel a été changée',
        `Maintenant ${d.newEmail}`,
        text(
          `L’adresse courriel de votre compte est maintenant ${d.newEmail}. Les courriels n’arrivent plus à cette adresse-ci.`,
        ),
        small(NOT_ME.fr),
      ),
  },
  password_changed: {
    en: (d, { language }) =>
      content(
        'Your password was changed',
        'Other devices were signed out',
        text(`The password of your account was changed on ${moment(d.when, language)}. Other devices were signed out.`),
        button('It was not me', d.resetLink),
        small('If it was you, there is nothing to do.'),
      ),
    fr: (d, { language }) =>
      content(
        'Votre mot de passe a été changé',
        'Les autres appareils ont été déconnectés',
        text(
          `Le mot de passe de votre compte a été changé le ${moment(d.when, language)}. Les autres appareils ont été déconnectés.`,
        ),
        button('Ce n’était pas moi', d.resetLink),
        small('Si c’était vous, il n’y a rien à faire.'),
      ),
  },
  second_factor_changed: {
    en: (d, { language }) =>
      content(
        'How you sign in was changed',
        'A change to your second factor',
        text(FACTOR_CHANGES[d.change].en(d.detail)),
        text(moment(d.when, language)),
        small(NOT_ME.en),
      ),
    fr: (d, { language }) =>
      content(
        'Votre façon de vous connecter a changé',
        'Un changement de votre deuxième facteur',
        text(FACTOR_CHANGES[d.change].fr(d.detail)),
        text(moment(d.when, language)),
        small(NOT_ME.fr),
      ),
  },
  new_device: {
    en: (d, { language, brandName }) =>
      content(
        `New sign-in to ${brandName}`,
        d.device || d.ip,
        text(
          `Your account was used from a device that it was not used from before: ${d.device || 'unknown device'}, address ${d.ip}, on ${moment(d.when, language)}.`,
        ),
        button('It was not me', d.resetLink),
        small('If it was you, there is nothing to do. You can switch these notices off in the account settings.'),
      ),
    fr: (d, { language, brandName }) =>
      content(
        `Nouvelle connexion à ${brandName}`,
        d.device || d.ip,
        text(
          `Votre compte a été utilisé depuis un nouvel appareil : ${d.device || 'appareil inconnu'}, adresse ${d.ip}, le ${moment(d.when, language)}.`,
        ),
        button('Ce n’était pas moi', d.resetLink),
        small('Si c’était vous, il n’y a rien à faire. Vous pouvez désactiver ces avis dans les paramètres du compte.'),
      ),
  },
  invitation: {
    en: (d, { brandName }) =>
      content(
        `${d.inviterName} invites you to ${d.tenantName}`,
        `Join ${d.tenantName} on ${brandName}`,
        text(`${d.inviterName} invites you to work with ${d.tenantName} on ${brandName}.`),
        button('Accept the invitation', d.link),
        small(`The link works once, within ${d.days} days.`),
      ),
    fr: (d, { brandName }) =>
      content(
        `${d.inviterName} vous invite chez ${d.tenantName}`,
        `Rejoignez ${d.tenantName} sur ${brandName}`,
        text(`${d.inviterName} vous invite à travailler avec ${d.tenantName} sur ${brandName}.`),
        button('Accepter l’invitation', d.link),
        small(`Le lien sert une seule fois, dans les ${d.days} jours.`),
      ),
  },
  invitation_accepted: {
    en: (d) =>
      content(
        `${d.personName} joined ${d.tenantName}`,
        'Your invitation was accepted',
        text(`${d.personName} (${d.email}) accepted your invitation and now works with ${d.tenantName}.`),
        small('You can switch these notices off in the account settings.'),
      ),
    fr: (d) =>
      content(
        `${d.personName} a rejoint ${d.tenantName}`,
        'Votre invitation a été acceptée',
        text(`${d.personName} (${d.email}) a accepté votre invitation et travaille maintenant avec ${d.tenantName}.`),
        small('Vous pouvez désactiver ces avis dans les paramètres du compte.'),
      ),
  },
  notice: { en: (d) => noticeOf(d), fr: (d) => noticeOf(d) },
};

const noticeOf = (data: MailData['notice']): MailContent =>
  content(
    data.subject,
    data.paragraphs[0] ?? '',
    ...data.paragraphs.map(text),
    ...(data.tables ?? []).map((table): MailBlock => ({ kind: 'table', table })),
    ...(data.links ?? []).map(({ label, link }): MailBlock => ({ kind: 'link', label, link })),
    ...(data.closing ?? []).map(text),
    ...(data.button ? [button(data.button.label, data.button.link)] : []),
  );

/** What a mail says. */
export const writeMail = <T extends MailTemplate>(template: T, data: MailData[T], frame: Frame): MailContent =>
  WORDS[template][frame.language](data, frame);
