/**
 * The store platforms of the product with their fixed ids (product-spec section 3). `path` is the last part of the
 * connecting page's address (decisions 35). A platform is available once its connector exists.
 */
export interface StorePlatform {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** Code in `stores.platform_code` and slug of the connector. */
  readonly code: string;
  readonly available: boolean;
}

const NAMES: readonly (readonly [number, string])[] = [
  [100001, 'ShipStation'],
  [100002, 'Shopify'],
  [100003, 'Amazon CA'],
  [100004, 'WIX'],
  [100005, 'Etsy'],
  [100006, 'Walmart CA'],
  [100007, 'Walmart US'],
  [100008, 'eBay'],
  [100009, 'Square'],
  [100010, 'Ship Hero'],
  [100011, 'Best Buy'],
  [100012, 'Ecwid'],
  [100013, 'Lightspeed'],
  [100014, 'Amazon US'],
  [100015, 'Extensiv'],
  [100016, 'EasyShip'],
  [100017, 'Extensiv 3PL'],
  [100018, 'Zoho'],
  [100019, 'Reebelo'],
  [100020, 'Cin7'],
  [100021, 'Woocommerce'],
  [100022, 'Rithum_soap'],
  [100023, 'Fishbowl'],
  [100024, 'Rithum'],
];

const codeOf = (name: string): string => name.toLowerCase().replaceAll(/[ _]/g, '-');

export const STORE_PLATFORMS: readonly StorePlatform[] = NAMES.map(([id, name]) => ({
  id,
  name,
  code: codeOf(name),
  path: `${codeOf(name)}-store`,
  available: false,
}));
