import { type ComponentType, createElement, type SVGProps } from 'react';

/** The elements of an icon inside its 24 x 24 box: tag and attributes. */
export type IconShape = readonly (readonly [
  'path' | 'circle' | 'ellipse' | 'rect',
  Readonly<Record<string, string>>,
])[];

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height; a number is pixels. 24 when absent. */
  readonly size?: number | string;
  /** Width of the line in the 24-unit box, 2 when absent; without effect on a filled icon. */
  readonly stroke?: number;
}

export type Icon = ComponentType<IconProps>;

/** A component for one icon; it takes the colour of the text around it. */
export function makeIcon(kind: 'outline' | 'filled', name: string, shape: IconShape): Icon {
  const elements = shape.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }));
  function IconComponent({ size = 24, stroke = 2, className, ...rest }: IconProps) {
    const line =
      kind === 'filled'
        ? { fill: 'currentColor' }
        : {
            fill: 'none',
            stroke: 'currentColor',
            strokeWidth: stroke,
            strokeLinecap: 'round' as const,
            strokeLinejoin: 'round' as const,
          };
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        className={className}
        {...line}
        {...rest}
      >
        {elements}
      </svg>
    );
  }
  IconComponent.displayName = name;
  return IconComponent;
}
