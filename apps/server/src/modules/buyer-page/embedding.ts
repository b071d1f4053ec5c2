/**
 * The tracking page inside a seller's own shop: one script puts a frame there that is as high as what it shows. Only origins the seller
 * declared may frame it, and only pages of that seller; every other page of ours stays unframable.
 */
/**
 * What the shop's page runs. The key names the seller; nothing is stored in the shop's browser, and the frame tells its height alone.
 * Written for browsers as they are, without a build.
 */
export const EMBED_SCRIPT = `(() => {
  const own = document.currentScript;
  if (!own) return;
  const { origin } = new URL(own.src);
  const { shop = '', lang = document.documentElement.lang, title = 'Tracking' } = own.dataset;
  const frame = document.createElement('iframe');
  frame.src = origin + '/track?shop=' + encodeURIComponent(shop) + '&lang=' + encodeURIComponent(lang.slice(0, 2));
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;min-height:24rem;border:0';
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow) return;
    const height = data && data.trackingHeight;
    if (typeof height === 'number' && height > 0 && height < 100000) frame.style.height = Math.ceil(height) + 'px';
  });
  own.after(frame);
})();
`;

/** What a framed page runs. Whoever frames it was declared by the seller, and learns a height. */
export const HEIGHT_SCRIPT =
  "const tell=()=>parent.postMessage({trackingHeight:document.documentElement.offsetHeight},'*');new ResizeObserver(tell).observe(document.documentElement);tell()";

const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const OWN_MACHINE = /^(?:localhost|127\.0\.0\.1)$/;

/**
 * A shop's address as people type it, as an origin; undefined for what is none. https, but for a shop that is being built on one's own
 * machine. Never a pattern: what stands in a policy names one place.
 */
export function shopOrigin(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin, username, password } = new URL(address);
  if (username !== '' || password !== '' || hostname.length > 253 || !HOST.test(hostname)) return undefined;
  if (protocol === 'https:' && hostname.includes('.')) return origin;
  return protocol === 'http:' && OWN_MACHINE.test(hostname) ? origin : undefined;
}
