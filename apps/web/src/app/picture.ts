/** Pictures of products, of lines of orders, of returns and of claims: the server has them, and an image element has no session to ask with. */
import { useInViewport } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getItemPicture } from '@scanship/contracts/orders/orders';
import { getProductPicture } from '@scanship/contracts/products/products';
import { getClaimPhoto } from '@scanship/contracts/shipping/claims';
import { getReturnPhoto } from '@scanship/contracts/shipping/returns';
import { atOnce } from '../lib/at-once.ts';
import { api } from './api.ts';

/** The server may have to fetch a picture from elsewhere first; the page's other calls must not wait for that. */
const PICTURES_AT_ONCE = 3;
const inTurn = atOnce(PICTURES_AT_ONCE);

const PRODUCT = /^\/api\/product\/([0-9a-f-]{36})\/picture/;
const PHOTO = /^\/api\/(returns|claims)\/([0-9a-f-]{36})\/photos\/([0-9a-f-]{36})$/;
const LINE = /^\/api\/orders\/([0-9a-f-]{36})\/items\/(\d+)\/picture/;

/** How a picture's address is asked with the session; undefined for what is none of ours. */
function questionOf(address: string): ((signal: AbortSignal) => Promise<{ readonly blob: Blob }>) | undefined {
  const product = PRODUCT.exec(address);
  if (product) return (signal) => api.file(getProductPicture, { params: { id: product[1] ?? '' }, signal });
  const photo = PHOTO.exec(address);
  if (photo) {
    const params = { id: photo[2] ?? '', photoId: photo[3] ?? '' };
    return (signal) => api.file(photo[1] === 'claims' ? getClaimPhoto : getReturnPhoto, { params, signal });
  }
  const line = LINE.exec(address);
  if (!line) return undefined;
  return (signal) => api.file(getItemPicture, { params: { id: line[1] ?? '', line: Number(line[2]) }, signal });
}

const pictureQuery = (address: string) => {
  const ask = questionOf(address);
  return queryOptions({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => inTurn(async () => (await ask?.(signal))?.blob ?? null),
    enabled: ask !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
};

/** What an image element shows, asked for once `ref`'s element comes into view; undefined while it is not there. */
export function usePicture(address: string | null) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const query = pictureQuery(address ?? '');
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (inViewport) setSeen(true);
  }, [inViewport]);
  const { data: blob } = useQuery({ ...query, enabled: query.enabled === true && seen });
  const [source, setSource] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setSource(made);
    return () => {
      setSource(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return { ref, source };
}
