import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pictureQuery } from '../api/products-api.ts';

interface Props {
  readonly id: string;
  readonly address: string | null;
  readonly title: string;
  readonly large?: boolean;
}

/** Picture of a product, or a quiet sign where there is none or it cannot be had. */
export function ProductPicture({ id, address, title, large = false }: Props) {
  const own = address !== null && !address.startsWith('https://');
  const fetched = useQuery({ ...pictureQuery(id, address ?? ''), enabled: own });
  const [broken, setBroken] = useState<string | null>(null);
  const source = own ? fetched.data : (address ?? undefined);
  return (
    <span className="product-picture" data-large={large}>
      {source !== undefined && source !== broken ? (
        <img
          src={source}
          alt={large ? title : ''}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(source)}
        />
      ) : (
        <IconPhoto size={large ? 40 : 18} stroke={1.3} aria-hidden />
      )}
    </span>
  );
}
