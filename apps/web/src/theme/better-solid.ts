/** What a franchise is offered in place of a colour whose buttons read badly. */
import { reads } from '@scanship/domain/values/contrast';
import { toOklch } from './oklch.ts';
import { moveUntil, readableOn, TEXT } from './tenant-colors.ts';

/**
 * The colour nearest in lightness to `primary` whose buttons have a text that reads well by both measures; undefined where its
 * own have. In between, WCAG asks for black where eyes read white better, and neither is good.
 */
export function betterSolid(primary: string): string | undefined {
  const holds = (candidate: string) => reads(readableOn(candidate), candidate, TEXT);
  if (holds(primary)) return undefined;
  const own = toOklch(primary).lightness;
  const away = (hex: string) => Math.abs(toOklch(hex).lightness - own);
  const [darker, lighter] = [moveUntil(primary, -1, holds), moveUntil(primary, 1, holds)];
  return away(darker) <= away(lighter) ? darker : lighter;
}
