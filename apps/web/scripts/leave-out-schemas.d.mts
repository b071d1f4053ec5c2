import type { Plugin } from 'vite';

export declare function leaveOutSchemas(source: string, fileName?: string): string;
export declare function schemasOf(source: string, fileName?: string): string[];
export declare function contractValuesOf(source: string, fileName?: string): { file: string; name: string }[];
export declare const leaveOutSchemasPlugin: () => Plugin;
