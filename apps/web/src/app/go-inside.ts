/** From a public page into the signed-in part. */
import { router } from './router.ts';

/**
 * Goes to a page of the signed-in part, or to the person's first one, after its routes are there.
 * @returns whether the session still stands
 */
export async function goInside(wished?: string): Promise<boolean> {
  const { placeOfWork } = await import('./routes/inside-tree.ts');
  const place = await placeOfWork(wished);
  if (place !== undefined) await router.navigate({ href: place, replace: true });
  return place !== undefined;
}
