/** What happens to a parcel after it was bought, by the simulator's clock: the same story for every simulator. */

export const STORY = ['created', 'accepted', 'departed', 'customs', 'out', 'delivered'] as const;
export type StoryEvent = (typeof STORY)[number];

const HOUR = 3_600_000;

/**
 * Events that have happened by `now`, oldest first.
 * @param boughtAt when the label was made @param days transit days @param crosses goes through customs
 */
export function storyOf(
  boughtAt: Date,
  now: Date,
  days: number,
  crosses: boolean,
  places: { readonly from: string; readonly to: string },
): { readonly event: StoryEvent; readonly at: Date; readonly place: string }[] {
  const after = (hours: number): Date => new Date(boughtAt.getTime() + hours * HOUR);
  const all = [
    { event: 'created' as const, at: after(0), place: places.from },
    { event: 'accepted' as const, at: after(2), place: places.from },
    { event: 'departed' as const, at: after(6), place: places.from },
    ...(crosses ? [{ event: 'customs' as const, at: after(12), place: places.to }] : []),
    { event: 'out' as const, at: after(days * 24 - 6), place: places.to },
    { event: 'delivered' as const, at: after(days * 24), place: places.to },
  ];
  return all.filter((e) => e.at.getTime() <= now.getTime());
}
