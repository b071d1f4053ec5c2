import type { Plugin } from 'vite';

export declare const SOURCE_LOCALE: string;
export declare function compileCatalogue(po: string, source: string): string;
export declare const cataloguePlugin: () => Plugin;
