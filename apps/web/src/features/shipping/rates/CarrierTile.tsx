/** A tile for a carrier without a logo: its initials on a colour that always is the same for the same name. */
const HUES = 12;

export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_]+/).filter(Boolean);
  const letters =
    words.length > 1 ? [words[0], words[1]].map((w) => [...(w ?? '')][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}
export const hueOf = (name: string): number =>
  ([...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % HUES) * (360 / HUES);

export function CarrierTile({ name, size = 32 }: { readonly name: string; readonly size?: number }) {
  return (
    <span
      className="carrier-tile"
      aria-hidden
      style={{
        width: size,
        height: size,
        backgroundColor: `light-dark(oklch(0.93 0.045 ${hueOf(name)}), oklch(0.33 0.06 ${hueOf(name)}))`,
        color: `light-dark(oklch(0.38 0.1 ${hueOf(name)}), oklch(0.9 0.05 ${hueOf(name)}))`,
      }}
    >
      {initialsOf(name)}
    </span>
  );
}
