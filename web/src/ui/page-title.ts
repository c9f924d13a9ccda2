import { useEffect } from 'react';
import { brand } from './brand.ts';

/** Names the browser tab; without a title, only the product's name. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title]);
}
