/** Lines of the walk: what was looked at, the verdict, the fact in words, and who mends it where. */
import type { Mender, ObstacleArea, ObstacleLine, Place, Verdict } from '@scanship/contracts/network/obstacles';
import { ERRORS } from '@scanship/contracts/errors';
import type { AppProblem } from '../../platform/problem.ts';

interface Said {
  readonly about?: string | undefined;
  readonly message: string;
  readonly nextStep?: string | undefined;
  readonly mend?: readonly [by: Mender, place: Place, id?: string | undefined] | undefined;
}

export const fine = (area: ObstacleArea, code: string, message: string, about?: string): ObstacleLine => ({
  area,
  code,
  verdict: 'fine',
  about: about ?? null,
  message,
  nextStep: null,
  mend: null,
});

export const trouble = (
  area: ObstacleArea,
  code: string,
  verdict: Exclude<Verdict, 'fine'>,
  { about, message, nextStep, mend }: Said,
): ObstacleLine => ({
  area,
  code,
  verdict,
  about: about ?? null,
  message,
  nextStep: nextStep ?? null,
  mend: mend ? { by: mend[0], place: mend[1], id: mend[2] ?? null } : null,
});

/** A refusal in the words in which its person is told. */
export const wordsOf = (refused: AppProblem): { readonly message: string; readonly nextStep: string | undefined } => {
  const { message, advice } = ERRORS[refused.code] as { readonly message: string; readonly advice?: string };
  return { message: refused.message ?? message, nextStep: refused.advice ?? advice };
};
