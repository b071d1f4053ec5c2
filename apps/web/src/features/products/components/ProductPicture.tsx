import { IconPhoto } from '#icons';
import { useState } from 'react';
import { usePicture } from '../../../app/picture.ts';

interface Props {
  readonly address: string | null;
  readonly title: string;
  readonly large?: boolean;
}

/** Picture of a product, or a quiet sign where there is none or it cannot be had. */
export function ProductPicture({ address, title, large = false }: Props) {
  const { ref, source } = usePicture(address);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="product-picture" data-large={large} ref={ref}>
      {source !== undefined && source !== broken ? (
        <img src={source} alt={large ? title : ''} decoding="async" onError={() => setBroken(source)} />
      ) : (
        <IconPhoto size={large ? 40 : 18} stroke={1.3} aria-hidden />
      )}
    </span>
  );
}
