import type { Plugin } from 'vite';

export declare function leaveOutSchemas(source: string, fileName?: string): string;
export declare const leaveOutSchemasPlugin: () => Plugin;
