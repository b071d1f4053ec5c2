/** The store platforms of the product (product-spec section 3): the id of the spec, our code, the name people see. */
export interface StorePlatform {
  readonly id: number;
  /** Code of the connector's manifest and of `orders.platform_code`; also the path's name without "-store" (decisions 35). */
  readonly code: string;
  readonly name: string;
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

export const STORE_PLATFORMS: readonly StorePlatform[] = NAMES.map(([id, name]) => ({
  id,
  code: name.toLowerCase().replaceAll(/[\s_]+/g, '-'),
  name,
}));

const byCode = new Map(STORE_PLATFORMS.map((platform) => [platform.code, platform]));
const byId = new Map(STORE_PLATFORMS.map((platform) => [platform.id, platform]));

export const platformOfCode = (code: string): StorePlatform | undefined => byCode.get(code);
export const platformOfId = (id: number): StorePlatform | undefined => byId.get(id);
