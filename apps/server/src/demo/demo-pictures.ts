/** Pictures of the demo's two brands: plain SVG drawn here, so that they belong to nobody else. */
export interface DemoBrand {
  readonly name: string;
  readonly tagLine: string;
  readonly primary: string;
  readonly secondary: string;
  /** Path of the mark in a 32 x 32 box. */
  readonly mark: string;
}

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const FONT = `font-family="Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"`;

/** The mark alone: favicon, documents. */
export const markPicture = ({ primary, mark }: DemoBrand): string =>
  svg(32, 32, `<rect width="32" height="32" rx="7" fill="${primary}"/><path d="${mark}" fill="#fff"/>`);

/** Mark and name; `ink` is the colour of the name. */
export const logoPicture = (brand: DemoBrand, ink: string): string =>
  svg(
    220,
    40,
    `<g transform="translate(4 4)"><rect width="32" height="32" rx="7" fill="${brand.primary}"/><path d="${brand.mark}" fill="#fff"/></g>` +
      `<text x="46" y="27" ${FONT} font-size="21" font-weight="700" letter-spacing="-.3" fill="${ink}">${brand.name}</text>`,
  );

const box = (x: number, y: number, size: number, fill: string): string => {
  const half = size / 2;
  const low = size * 0.29;
  return (
    `<g transform="translate(${x} ${y})"><path d="M0 0L${half} ${low}L${size} 0L${half} ${-low}Z" fill="${fill}"/>` +
    `<path d="M0 0V${size * 0.55}L${half} ${size * 0.55 + low}V${low}Z" fill="${fill}" opacity=".72"/>` +
    `<path d="M${size} 0V${size * 0.55}L${half} ${size * 0.55 + low}V${low}Z" fill="${fill}" opacity=".5"/></g>`
  );
};

/** Slides of the sign-in page: parcels on a ground of the brand's colours; each number another arrangement. */
export const slidePicture = ({ primary, secondary }: DemoBrand, number: 1 | 2 | 3): string => {
  const places: Readonly<Record<1 | 2 | 3, readonly (readonly [number, number, number])[]>> = {
    1: [
      [250, 330, 200],
      [470, 300, 130],
      [180, 250, 110],
    ],
    2: [
      [200, 280, 120],
      [340, 280, 120],
      [480, 280, 120],
      [270, 380, 120],
      [410, 380, 120],
    ],
    3: [
      [330, 240, 240],
      [230, 400, 90],
      [560, 400, 90],
    ],
  };
  const shapes = places[number].map(([x, y, size], at) => box(x, y, size, at % 2 ? secondary : '#ffffff')).join('');
  const route = `<path d="M-20 ${500 - number * 20}C 200 ${380 + number * 30}, 420 ${620 - number * 30}, 820 ${430 + number * 20}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="4" stroke-dasharray="2 14" stroke-linecap="round"/>`;
  return svg(
    800,
    600,
    `<rect width="800" height="600" fill="${primary}"/><circle cx="${180 + number * 140}" cy="140" r="210" fill="#fff" opacity=".07"/>${route}${shapes}`,
  );
};
