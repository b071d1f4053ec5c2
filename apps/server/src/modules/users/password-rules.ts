/**
 * Which passwords may be chosen: at least ten characters (NIST SP 800-63B asks for length and a list of common ones, and for
 * no mixture of kinds), not the person's own names, nothing that stands at the head of every guesser's list. A guesser's
 * lists are words with digits around them, runs of keys and repeated pieces, so the rule knows the words and how they are
 * dressed up, and needs no list of millions.
 */
import { PASSWORD_MIN } from '@scanship/contracts/access/auth';
import { type AppProblem } from '../../platform/problem.ts';

/** Words at the head of published lists of leaked passwords, in English and French, without what is dressed around them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `password passwort passw motdepasse mdp secret changeme letmein welcome bienvenue bonjour hello salut admin administrator
   administrateur root user utilisateur guest test tester testing demo login master access superman batman spiderman pokemon
   starwars dragon monkey princess princesse sunshine soleil shadow football soccer hockey baseball basketball iloveyou
   jetaime loveyou love amour mylove chocolat chocolate cookie flower fleur summer ete winter hiver spring printemps autumn
   automne january janvier monday lundi michael jennifer jordan ashley daniel jessica charlie thomas nicolas marie camille
   doudou loulou coucou azerty qwerty qwertz asdf zxcv wxcv computer ordinateur internet google facebook microsoft apple
   samsung canada quebec montreal toronto ottawa vancouver france paris trustno freedom liberte whatever nothing company
   entreprise shipping expedition scanship livraison warehouse entrepot office bureau default temp temporary provisoire
   correcthorsebatterystaple`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Rows of keyboards, the alphabet and the digits; a password that is made of runs of these is no password. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
];
const RUN_PIECES: ReadonlySet<string> = new Set(
  RUNS.flatMap((run) => [run, [...run].toReversed().join('')]).flatMap((run) =>
    Array.from({ length: run.length - 2 }, (_, at) => run.slice(at, at + 3)),
  ),
);

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plainLetters = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** "abcabcabcabc": made of one short piece. */
const repeats = (text: string): boolean =>
  Array.from({ length: 4 }, (_, n) => n + 1).some(
    (size) =>
      text.length > size &&
      text ===
        text
          .slice(0, size)
          .repeat(Math.ceil(text.length / size))
          .slice(0, text.length),
  );

/** How many of the text's characters belong to runs of three or more neighbouring keys. */
const inRuns = (text: string): number => {
  let covered = 0;
  let end = 0;
  for (let at = 0; at + 3 <= text.length; at += 1)
    if (RUN_PIECES.has(text.slice(at, at + 3))) {
      covered += at + 3 - Math.max(end, at);
      end = at + 3;
    }
  return covered;
};

const isCommon = (password: string): boolean => {
  const plain = plainLetters(password);
  if (repeats(plain) || inRuns(plain) >= plain.length - 2) return true;
  const undressed = [onlyLetters(plain), onlyLetters([...plain].map((c) => LOOKS_LIKE[c] ?? c).join(''))];
  return undressed.some((word) => {
    if (COMMON_WORDS.has(word)) return true;
    // A digit taken for a letter at the end ("password1" reads "passwordi").
    for (const trimmed of [word.replace(/[ioeast]{1,4}$/, ''), word.replace(/^[ioeast]{1,4}/, '')])
      if (trimmed !== word && COMMON_WORDS.has(trimmed) && onlyLetters(plain).length < word.length) return true;
    // The same word twice, or two of them.
    for (let cut = 3; cut <= word.length - 3; cut += 1)
      if (
        COMMON_WORDS.has(word.slice(0, cut)) &&
        COMMON_WORDS.has(word.slice(cut)) &&
        /^[\p{L}\p{N}]*$/u.test(plain) &&
        word.length < 16
      )
        return true;
    return false;
  });
};

export interface PasswordOwner {
  readonly userName: string;
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The problem with a chosen password, said of the field; undefined when it may be used. */
export const passwordProblem = (password: string, owner: PasswordOwner, field = 'password'): AppProblem | undefined => {
  const weak = (message: string): AppProblem => ({
    code: 'weak_password',
    message,
    errors: [{ field, code: 'weak_password', message }],
  });
  if ([...password].length < PASSWORD_MIN) return weak(`Use at least ${PASSWORD_MIN} characters.`);
  const plain = plainLetters(password);
  const letters = onlyLetters(plain);
  const names = [
    owner.userName,
    owner.email,
    owner.email.split('@')[0] ?? '',
    `${owner.firstName ?? ''}${owner.lastName ?? ''}`,
  ]
    .map(plainLetters)
    .filter((name) => name.length >= 3);
  // Also with digits and signs around it, or several times in a row.
  const isName = names.some(
    (name) =>
      plain === name ||
      (onlyLetters(name).length >= 3 && letters.replaceAll(onlyLetters(name), '') === '' && letters !== ''),
  );
  if (isName) return weak('Do not use your user name, your e-mail address or your name as the password.');
  if (isCommon(password)) return weak('This password is one of the first that are guessed.');
  return undefined;
};
