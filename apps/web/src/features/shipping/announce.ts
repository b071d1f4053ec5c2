/** Says something to people who do not see the screen, without a toast. */
const LIVE_ID = 'shipping-announcements';

/** Spoken when there is time for it; a later sentence takes the place of one that was not spoken yet. */
export function announce(text: string): void {
  let region = document.getElementById(LIVE_ID);
  if (!region) {
    region = document.createElement('div');
    region.id = LIVE_ID;
    region.className = 'sr-only';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}
