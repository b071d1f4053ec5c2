/** The zones a browser knows; asked for once. */
const zones = (() => {
  let known: readonly string[] | undefined;
  return (): readonly string[] => (known ??= Intl.supportedValuesOf('timeZone'));
})();
const NEAR = [
  'America/St_Johns',
  'America/Halifax',
  'America/Toronto',
  'America/Winnipeg',
  'America/Edmonton',
  'America/Vancouver',
];

/**
 * Time zones to choose from, those of Canada first, with the stored one even where the browser does not know it.
 * @param words names of the two groups
 */
export function zoneChoices(value: string, words: { readonly near: string; readonly elsewhere: string }) {
  const others = zones().filter((zone) => !NEAR.includes(zone));
  const stored = value === '' || NEAR.includes(value) || others.includes(value) ? [] : [value];
  return [
    { group: words.near, items: [...NEAR] },
    { group: words.elsewhere, items: [...stored, ...others] },
  ];
}
